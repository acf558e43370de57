import { findText } from './find-text.js';
import { lineNumbers } from './line-numbers.js';

/** In a larger file nobody looks twice. */
const MAX_FILE_BYTES = 1024 * 1024;

/** The line of the one passage that is `text` but for its whitespace. */
export function findNearMiss(bytes: Buffer, text: Buffer): number | undefined {
  if (bytes.length > MAX_FILE_BYTES) return undefined;
  const sought = solidBytes(text);
  const { solid, places } = solidBytesWithPlaces(bytes);
  const [region, another] = findText(solid, sought, false);
  const start = region && !another ? places[region.start] : undefined;
  return start === undefined ? undefined : lineNumbers(bytes, [{ start, end: start }])[0];
}

function solidBytes(bytes: Buffer): Uint8Array {
  return bytes.filter((byte) => !isSpace(byte));
}

function solidBytesWithPlaces(bytes: Buffer): { solid: Uint8Array; places: Uint32Array } {
  const solid = new Uint8Array(bytes.length);
  const places = new Uint32Array(bytes.length);
  let length = 0;
  for (const [place, byte] of bytes.entries()) {
    if (isSpace(byte)) continue;
    solid[length] = byte;
    places[length++] = place;
  }
  return { solid: solid.subarray(0, length), places };
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || (byte >= 0x09 && byte <= 0x0d);
}

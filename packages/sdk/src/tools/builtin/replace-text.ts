import { findText, type Region } from './find-text.js';

const LF = 0x0a;
const CR = 0x0d;

export interface Replacement {
  oldText: Buffer;
  newText: Buffer;
}

/**
 * Where `oldText` is. While neither text has a carriage return, the model speaks of lines and their ends do not
 * matter; with one, it speaks of bytes.
 */
export function findOldText(bytes: Buffer, replacement: Replacement): Region[] {
  return findText(bytes, replacement.oldText, speaksOfLines(replacement));
}

/** The file with each region replaced by `newText`, in the line ends used there. Every other byte is as it was. */
export function replaceRegions(bytes: Buffer, regions: readonly Region[], replacement: Replacement): Buffer {
  const parts: Buffer[] = [];
  let copied = 0;
  for (const region of regions) {
    parts.push(bytes.subarray(copied, region.start), newTextFor(bytes, region, replacement));
    copied = region.end;
  }
  parts.push(bytes.subarray(copied));
  return Buffer.concat(parts);
}

function newTextFor(bytes: Buffer, region: Region, replacement: Replacement): Buffer {
  const { newText } = replacement;
  if (!newText.includes(LF) || !speaksOfLines(replacement) || !hasCrlf(bytes, region)) return newText;
  return Buffer.from(newText.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
}

function speaksOfLines({ oldText, newText }: Replacement): boolean {
  return !oldText.includes(CR) && !newText.includes(CR);
}

/** Judged by the first line end in or after the region, else by the last one before it. */
function hasCrlf(bytes: Buffer, { start }: Region): boolean {
  const next = bytes.indexOf(LF, start);
  const lineEnd = next === -1 ? bytes.lastIndexOf(LF) : next;
  return lineEnd > 0 && bytes[lineEnd - 1] === CR;
}

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
  const newTextAt = chooseLineEnds(bytes, replacement);
  let copied = 0;
  for (const region of regions) {
    parts.push(bytes.subarray(copied, region.start), newTextAt(region.start));
    copied = region.end;
  }
  parts.push(bytes.subarray(copied));
  return Buffer.concat(parts);
}

/**
 * The new text for a region, by the first line end in or after it, else by the last one before it. Regions are asked
 * for in order, so that the file is looked through once.
 */
function chooseLineEnds(bytes: Buffer, replacement: Replacement): (start: number) => Buffer {
  const { newText } = replacement;
  if (!newText.includes(LF) || !speaksOfLines(replacement)) return () => newText;
  const withCrlf = Buffer.from(newText.toString('latin1').replaceAll('\n', '\r\n'), 'latin1');
  const last = bytes.lastIndexOf(LF);
  let lineEnd = -1;
  return (start) => {
    if (start > last) lineEnd = last;
    else if (lineEnd < start) lineEnd = bytes.indexOf(LF, start);
    return lineEnd > 0 && bytes[lineEnd - 1] === CR ? withCrlf : newText;
  };
}

function speaksOfLines({ oldText, newText }: Replacement): boolean {
  return !oldText.includes(CR) && !newText.includes(CR);
}

const LF = 0x0a;
const CR = 0x0d;

/** Bytes `start` (inclusive) to `end` (exclusive) of a file. */
export interface Region {
  start: number;
  end: number;
}

/**
 * Every place of `text` in `bytes`, left to right, none overlapping the one before. Time grows with the sum of the
 * two lengths, whatever they hold.
 * @param anyLineEnd a LF of `text` also stands for CRLF, which is then in the region as a whole
 */
export function findText(bytes: Uint8Array, text: Uint8Array, anyLineEnd: boolean): Region[] {
  const found: Region[] = [];
  if (text.length === 0) return found;
  const fallback = fallbacks(text);
  let matched = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (anyLineEnd && bytes[at] === CR && bytes[at + 1] === LF) continue;
    while (matched > 0 && bytes[at] !== text[matched]) matched = fallback[matched - 1] ?? 0;
    if (bytes[at] === text[matched]) matched++;
    if (matched < text.length) continue;
    found.push({ start: startOf(bytes, at + 1, text, anyLineEnd), end: at + 1 });
    matched = 0;
  }
  return found;
}

/** For each prefix of `text`, the length of the longest shorter prefix that it also ends with (Knuth, Morris, Pratt). */
function fallbacks(text: Uint8Array): Uint32Array {
  const table = new Uint32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    while (length > 0 && text[at] !== text[length]) length = table[length - 1] ?? 0;
    if (text[at] === text[length]) length++;
    table[at] = length;
  }
  return table;
}

function startOf(bytes: Uint8Array, end: number, text: Uint8Array, anyLineEnd: boolean): number {
  let start = end;
  for (let left = text.length; left > 0; left--) {
    start--;
    if (anyLineEnd && bytes[start] === LF && bytes[start - 1] === CR) start--;
  }
  return start;
}

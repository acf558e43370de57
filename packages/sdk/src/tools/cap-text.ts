export interface CappedText {
  text: string;
  truncated: boolean;
  /** UTF-8 length of the whole text. */
  totalBytes: number;
}

/**
 * The first or last `maxBytes` (UTF-8) of a text. Cuts between characters, and between lines where that keeps at
 * least half of what fits; the line break at the cut is left out.
 * @param end which end is kept
 */
export function capText(text: string, maxBytes: number, end: 'head' | 'tail'): CappedText {
  const totalBytes = Buffer.byteLength(text);
  if (totalBytes <= maxBytes) return { text, truncated: false, totalBytes };
  const kept =
    end === 'head' ? text.slice(0, headEnd(text, maxBytes)) : text.slice(tailStart(text, maxBytes));
  return { text: kept, truncated: true, totalBytes };
}

function headEnd(text: string, maxBytes: number): number {
  const end = fitFromStart(text, maxBytes);
  if (text[end] === '\n') return end;
  const lineEnd = text.lastIndexOf('\n', end - 1);
  return lineEnd >= end / 2 ? lineEnd : end;
}

function tailStart(text: string, maxBytes: number): number {
  const start = fitFromEnd(text, maxBytes);
  if (text[start - 1] === '\n') return start;
  const lineStart = text.indexOf('\n', start) + 1;
  return lineStart > 0 && lineStart - start <= (text.length - start) / 2 ? lineStart : start;
}

/** `encodeInto` never writes part of a character, and says how far it came. */
function fitFromStart(text: string, maxBytes: number): number {
  const room = new Uint8Array(Math.max(maxBytes, 0));
  return new TextEncoder().encodeInto(text, room).read;
}

function fitFromEnd(text: string, maxBytes: number): number {
  let start = text.length;
  let left = maxBytes;
  while (start > 0) {
    const width = isPairEnd(text, start) ? 2 : 1;
    const bytes = width === 2 ? 4 : bytesOf(text.charCodeAt(start - 1));
    if (bytes > left) break;
    left -= bytes;
    start -= width;
  }
  return start;
}

function isPairEnd(text: string, end: number): boolean {
  return end > 1 && (text.codePointAt(end - 2) ?? 0) > 0xffff;
}

/** UTF-8 length of one UTF-16 unit; a surrogate without its other half becomes U+FFFD. */
function bytesOf(unit: number): number {
  if (unit < 0x80) return 1;
  return unit < 0x800 ? 2 : 3;
}

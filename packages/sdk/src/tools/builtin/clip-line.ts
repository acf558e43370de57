/** In UTF-16 units. */
const MAX_LINE = 500;
const MAX_BEFORE_MATCH = 100;

/** A line as it is shown: the part around place `at` when it is long. Never cut within a character. */
export function clipLine(line: string, at = 0): string {
  const clean = line.replaceAll('\0', '\uFFFD');
  if (clean.length <= MAX_LINE) return clean;
  const from = Math.max(0, Math.min(at - MAX_BEFORE_MATCH, clean.length - MAX_LINE));
  const start = splitsPair(clean, from) ? from + 1 : from;
  const to = Math.min(from + MAX_LINE, clean.length);
  const end = splitsPair(clean, to) ? to - 1 : to;
  return `${start > 0 ? '\u2026' : ''}${clean.slice(start, end)}${end < clean.length ? '\u2026' : ''}`;
}

function splitsPair(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

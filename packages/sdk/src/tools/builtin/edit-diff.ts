import { capText } from '../cap-text.js';
import type { Region } from './find-text.js';
import { lineNumbers } from './line-numbers.js';

const MAX_HUNKS = 20;
const MAX_DIFF_BYTES = 8 * 1024;
/** Of a line beside the region, in bytes. */
const MAX_BESIDE = 200;
const LF = 0x0a;

/** What an edit changed, as the hunks of a unified diff without context; bounded, for people and programs. */
export function editDiff(before: Buffer, regions: readonly Region[], newText: string): string {
  const starts = lineNumbers(before, regions);
  const hunks = regions.slice(0, MAX_HUNKS).map((region, index) => {
    const { head, old, tail } = wholeLines(before, region);
    const removed = splitLines(old);
    const added = splitLines(`${head}${newText}${tail}`);
    const at = `@@ line ${starts[index]} @@`;
    return [at, ...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)].join('\n');
  });
  if (regions.length > MAX_HUNKS) hunks.push(`@@ ${regions.length - MAX_HUNKS} more @@`);
  return capText(hunks.join('\n'), MAX_DIFF_BYTES, 'head').text;
}

/** The lines that a region touches, and what of them is outside of it; the near part of that when it is long. */
function wholeLines(bytes: Buffer, { start, end }: Region) {
  const from = Math.max(start === 0 ? 0 : bytes.lastIndexOf(LF, start - 1) + 1, start - MAX_BESIDE);
  const newline = bytes.indexOf(LF, end);
  const to = Math.min(newline === -1 ? bytes.length : newline, end + MAX_BESIDE);
  return {
    head: bytes.toString('utf8', from, start),
    old: bytes.toString('utf8', from, to),
    tail: bytes.toString('utf8', end, to),
  };
}

function splitLines(text: string): string[] {
  return text.split(/\r?\n/);
}

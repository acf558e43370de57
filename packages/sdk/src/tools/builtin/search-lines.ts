import { clipLine } from './clip-line.js';
import type { LinePattern } from './compile-line-pattern.js';
import type { Pause } from './create-pause.js';

/** In UTF-16 units: what is tested at once, so that the slowest pattern blocks nobody for long. */
const BLOCK = 16 * 1024;

/** Lines are looked at one by one this many at a time. */
const LINES_BETWEEN_PAUSES = 64;

/** A line that is longer is searched in pieces. */
const MAX_LINE = 1024 * 1024;

export interface FoundLine {
  /** From 1. */
  number: number;
  text: string;
  /** False for a line of context. */
  isMatch: boolean;
}

export interface LineSearch {
  pattern: LinePattern;
  /** Lines shown before and after each match. */
  context: number;
  /** Most matching lines. */
  limit: number;
  pause: Pause;
}

export interface FoundLines {
  lines: FoundLine[];
  matches: number;
  /** True when there are more matching lines than the limit. */
  more: boolean;
}

/** The matching lines of a text that comes in chunks of UTF-8. Holds a chunk and a line, however long the text is. */
export async function searchLines(chunks: AsyncIterable<Buffer>, search: LineSearch): Promise<FoundLines> {
  const collector = createCollector(search);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of chunks) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const end = text.length > MAX_LINE && !text.includes('\n') ? text.length : text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    for (const block of blocksOf(text.slice(0, end))) {
      await collector.add(block);
      if (collector.found.more) return collector.found;
    }
  }
  for (const block of blocksOf(rest + decoder.decode())) await collector.add(block);
  return collector.found;
}

/** Whole lines, together about as long as a block. */
function* blocksOf(text: string): Generator<string> {
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from + BLOCK);
    const to = newline === -1 ? text.length : newline + 1;
    yield text.slice(from, to).replaceAll('\r\n', '\n');
    from = to;
  }
}

function createCollector({ pattern, context, limit, pause }: LineSearch) {
  const found: FoundLines = { lines: [], matches: 0, more: false };
  /** Lines before the current one. */
  let ended = 0;
  let before: FoundLine[] = [];
  let after = 0;

  return {
    found,
    async add(block: string): Promise<void> {
      await pause();
      const mayMatch = pattern.mayMatch(block);
      if (!mayMatch && context === 0) {
        ended += countNewlines(block);
        return;
      }
      const lines = block.split('\n');
      const unended = lines.pop();
      // Without a match near, only the last lines may still be shown, before a match in the next block.
      const skipped = mayMatch || after > 0 ? 0 : Math.max(0, lines.length - context);
      ended += skipped;
      for (const [index, line] of lines.slice(skipped).entries()) {
        if (index % LINES_BETWEEN_PAUSES === LINES_BETWEEN_PAUSES - 1) await pause();
        look(line, mayMatch);
        if (found.more) return;
        ended++;
      }
      if (unended) look(unended, mayMatch);
    },
  };

  function look(line: string, mayMatch: boolean): void {
    const at = mayMatch ? pattern.find(line) : undefined;
    if (at === undefined) addContext(line);
    else if (found.matches < limit) addMatch(line, at);
    else found.more = true;
  }

  function addMatch(line: string, at: number): void {
    found.lines.push(...before, { number: ended + 1, text: clipLine(line, at), isMatch: true });
    found.matches++;
    before = [];
    after = context;
  }

  function addContext(line: string): void {
    if (context === 0) return;
    const shown = { number: ended + 1, text: clipLine(line), isMatch: false };
    if (after > 0) {
      after--;
      found.lines.push(shown);
    } else {
      before.push(shown);
      if (before.length > context) before.shift();
    }
  }
}

function countNewlines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

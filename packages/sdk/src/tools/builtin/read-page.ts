import { isUtf8 } from 'node:buffer';
import { ToolError } from '../../errors/tool-error.js';
import { BOM_BYTES, hasBom } from './detect-content.js';

/** How far one call looks for its first line. */
const MAX_SCANNED_BYTES = 1024 * 1024 * 1024;

/** How far past the page lines are counted, to tell how many there are. */
const COUNTED_AHEAD_BYTES = 4 * 1024 * 1024;

const NEWLINE = 0x0a;

export interface PageRequest {
  /** Number of the first line, from 1. */
  offset: number;
  /** Most lines. */
  limit: number;
  /** Most bytes of UTF-8. */
  maxBytes: number;
}

export interface Page {
  /** The lines as they are, line ends included; without a byte order mark. */
  text: string;
  firstLine: number;
  /** `firstLine - 1` when there is no such line. */
  lastLine: number;
  /** Unknown when the end is too far behind the page. */
  totalLines: number | undefined;
  /** Set when the page is the head of one line that is longer than a page. */
  cutLine: { shownBytes: number; bytes: number | undefined } | undefined;
  /** True when some bytes are no text and are shown as U+FFFD. */
  lossy: boolean;
}

/** The lines from `offset` on that fit in a page. Holds no more than a page and a chunk, however long file and lines are. */
export async function readPage(chunks: AsyncIterable<Buffer>, request: PageRequest): Promise<Page> {
  const page = createCollector(request);
  let ahead = 0;
  let scanned = 0;
  for await (const chunk of chunks) {
    if (page.isFull()) ahead += chunk.length;
    for (let from = 0; from < chunk.length; ) {
      const newline = chunk.indexOf(NEWLINE, from);
      const to = newline === -1 ? chunk.length : newline + 1;
      page.add(chunk, from, to, newline !== -1);
      from = to;
    }
    scanned += chunk.length;
    if (ahead >= COUNTED_AHEAD_BYTES) return page.finish(false);
    if (scanned >= MAX_SCANNED_BYTES && !page.isFull()) throw tooFar(request.offset);
  }
  return page.finish(true);
}

function createCollector({ offset, limit, maxBytes }: PageRequest) {
  let line = 1;
  let lineBytes = 0;
  let lineParts: Buffer[] = [];
  let kept: Buffer[] = [];
  let keptBytes = 0;
  let lastLine = offset - 1;
  let isCut = false;
  let cutLength: number | undefined;
  let full = false;

  return {
    isFull: () => full,
    /** The bytes of `chunk` in [from, to) go on with the line; `ends` says that they end it. */
    add(chunk: Buffer, from: number, to: number, ends: boolean): void {
      lineBytes += to - from;
      if (!full && line >= offset) keep(chunk.subarray(from, to));
      if (ends) endLine();
    },
    finish(reachedEnd: boolean): Page {
      if (reachedEnd && lineBytes > 0) endLine();
      const bytes = Buffer.concat(kept);
      const start = offset === 1 && hasBom(bytes) ? BOM_BYTES : 0;
      return {
        text: bytes.toString('utf8', start).replaceAll('\0', '\uFFFD'),
        firstLine: offset,
        lastLine,
        totalLines: reachedEnd ? line - 1 : undefined,
        cutLine: isCut ? { shownBytes: bytes.length, bytes: cutLength } : undefined,
        lossy: !isUtf8(bytes) || bytes.includes(0),
      };
    },
  };

  function keep(part: Buffer): void {
    lineParts.push(part);
    if (keptBytes + lineBytes <= maxBytes) return;
    full = true;
    if (keptBytes > 0) return;
    const head = Buffer.concat(lineParts);
    kept = [head.subarray(0, characterStart(head, maxBytes))];
    lastLine = line;
    isCut = true;
  }

  function endLine(): void {
    if (isCut && line === lastLine) cutLength = lineBytes;
    if (!full && line >= offset) {
      kept.push(...lineParts);
      keptBytes += lineBytes;
      lineParts = [];
      lastLine = line;
      full = lastLine - offset + 1 >= limit;
    }
    line++;
    lineBytes = 0;
  }
}

/** The last place up to `at` where a cut splits no character. */
function characterStart(bytes: Buffer, at: number): number {
  let start = at;
  while (start > at - 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start--;
  return start;
}

function tooFar(offset: number): ToolError {
  return new ToolError(`Line ${offset} is not within the first ${MAX_SCANNED_BYTES} bytes of the file.`, {
    hint: 'Search it with grep, or cut out a part with bash.',
  });
}

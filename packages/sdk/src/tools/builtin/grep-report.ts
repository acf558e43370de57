import { posix } from 'node:path';
import type { PathError } from '../../errors/path-error.js';
import type { ToolResult } from '../../ports/tool.js';
import { printablePath } from './printable-path.js';
import { type FileSearch, MAX_WALKED_BYTES } from './search-file.js';
import type { FoundLine } from './search-lines.js';
import { createUnreadable } from './unreadable.js';

export type GrepReport = ReturnType<typeof createGrepReport>;

/** Gathers what a search finds, up to `limit` matching lines, and everything that it left out. */
export function createGrepReport(
  asked: { pattern: string; include?: string; context?: number },
  base: string,
  limit: number,
) {
  const lines: string[] = [];
  const counts = { matches: 0, files: 0, searched: 0, binary: 0, large: 0 };
  const unreadable = createUnreadable(base);
  let full = false;

  return {
    /** True once there is more than is shown. */
    isFull: () => full,
    unreadable: (path: string, error: PathError) => unreadable.add(path, error),
    /** @param path relative to the base; empty when the base is the file */
    add(path: string, found: FileSearch): void {
      if (found.kind === 'unreadable') unreadable.add(path, found.error);
      else counts[found.kind]++;
      if (found.kind !== 'searched' || found.matches === 0) return;
      const room = limit - counts.matches;
      full = found.more || found.matches > room;
      const shown = full ? firstMatches(found.lines, room) : found.lines;
      if (shown.length === 0) return;
      const separate = (asked.context ?? 0) > 0;
      if (separate && lines.length > 0) lines.push('--');
      lines.push(...shownLines(printablePath(posix.join(base, path)), shown, separate));
      counts.matches += shown.filter(({ isMatch }) => isMatch).length;
      counts.files++;
    },
    result(): ToolResult {
      const text = [...lines, ...notices()].join('\n');
      const details = { ...counts, unreadable: unreadable.count(), truncated: full };
      return {
        content: [{ type: 'text', text }],
        details: { pattern: asked.pattern, path: base, ...details },
      };
    },
  };

  function notices(): string[] {
    const found: string[] = [];
    if (counts.matches === 0) found.push(nothingFound());
    if (full) {
      found.push(
        `[The first ${limit} matching lines are shown; there are more. Narrow the pattern, path or include.]`,
      );
    }
    if (counts.large > 0) {
      const size = `${MAX_WALKED_BYTES / 1024 / 1024} MB`;
      found.push(
        `[Files over ${size} are not searched: ${counts.large} left out. Name one as path to search it.]`,
      );
    }
    return [...found, ...unreadable.notices()];
  }

  function nothingFound(): string {
    if (counts.searched + counts.binary + counts.large === 0 && unreadable.count() === 0) {
      const which =
        asked.include === undefined ? 'no files' : `no files that match include "${asked.include}"`;
      return `No matches: there are ${which} in "${base}". Ignored files are not searched.`;
    }
    const skipped = counts.binary > 0 ? ` (${counts.binary} binary left out)` : '';
    return `No matches for "${asked.pattern}" in ${counts.searched} ${counts.searched === 1 ? 'file' : 'files'}${skipped}.`;
  }
}

/** The lines up to the last match that is to be shown, with the context around it that does not belong to the next. */
function firstMatches(lines: readonly FoundLine[], count: number): readonly FoundLine[] {
  let seen = 0;
  const end = lines.findIndex(({ isMatch }) => isMatch && ++seen > count);
  return end === -1 ? lines : lines.slice(0, count === 0 ? 0 : end);
}

function shownLines(path: string, lines: readonly FoundLine[], separate: boolean): string[] {
  return lines.flatMap(({ number, text, isMatch }, index) => {
    const previous = lines[index - 1]?.number ?? number - 1;
    const shown = isMatch ? `${path}:${number}: ${text}` : `${path}-${number}- ${text}`;
    return separate && previous < number - 1 ? ['--', shown] : [shown];
  });
}

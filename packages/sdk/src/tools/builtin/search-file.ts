import { PathError } from '../../errors/path-error.js';
import type { Sandbox } from '../../ports/sandbox.js';
import { isUtf16 } from './detect-content.js';
import { readChunks } from './read-chunks.js';
import { type FoundLines, type LineSearch, searchLines } from './search-lines.js';

/** Larger files are searched only when they are named. */
export const MAX_WALKED_BYTES = 5 * 1024 * 1024;

export type FileSearch =
  | ({ kind: 'searched' } & FoundLines)
  | { kind: 'binary' }
  | { kind: 'large' }
  | { kind: 'unreadable'; error: PathError };

/** Search a file that is named. @throws {PathError} */
export async function searchFile(sandbox: Sandbox, path: string, search: LineSearch): Promise<FileSearch> {
  const { head, chunks } = await readChunks(sandbox, path, search.pause);
  if (isBinary(head)) return { kind: 'binary' };
  return { kind: 'searched', ...(await searchLines(chunks, search)) };
}

/** Search one file of many: what is wrong with it does not end the search. */
export async function searchWalkedFile(
  sandbox: Sandbox,
  path: string,
  search: LineSearch,
): Promise<FileSearch> {
  try {
    const { head, whole, chunks } = await readChunks(sandbox, path, search.pause);
    if (isBinary(head)) return { kind: 'binary' };
    if (!whole && (await sandbox.stat(path)).size > MAX_WALKED_BYTES) return { kind: 'large' };
    return { kind: 'searched', ...(await searchLines(chunks, search)) };
  } catch (error) {
    if (error instanceof PathError) return { kind: 'unreadable', error };
    throw error;
  }
}

function isBinary(head: Buffer): boolean {
  return isUtf16(head) || head.includes(0);
}

import type { Stats } from 'node:fs';
import { type FileHandle, lstat, readdir } from 'node:fs/promises';
import { PathError } from '../../errors/path-error.js';
import type { ByteRange, DirectoryEntry, FileStat } from '../../ports/sandbox.js';
import type { Confinement } from './local-confinement.js';
import { holdDirectory, holdFile } from './local-held.js';
import { refusal, type Target } from './local-path-error.js';

/** Bytes that one read may take into memory. */
export const MAX_READ = 256 * 1024 * 1024;

export async function readBytes(
  confinement: Confinement,
  target: Target,
  range: ByteRange = {},
): Promise<Uint8Array> {
  const file = await confinement.locate(target);
  requireFile(await lstat(file), target);
  return holdFile(confinement, file, target, async (handle) => {
    const now = await handle.stat();
    requireFile(now, target);
    const start = Math.min(Math.max(range.start ?? 0, 0), now.size);
    const end = Math.min(range.end ?? now.size, now.size);
    if (end - start > MAX_READ) throw tooLarge(target, now.size);
    return readBetween(handle, start, end);
  });
}

/** The type decides before anything is opened: opening a pipe blocks, opening a device may act. */
function requireFile(stats: Stats, target: Target): void {
  if (stats.isFile()) return;
  throw refusal(target, stats.isDirectory() ? 'is-a-directory' : 'special-file');
}

function tooLarge({ given, action }: Target, size: number): PathError {
  const message = `Cannot ${action} "${given}": it is ${size} bytes; at most ${MAX_READ} are read at once.`;
  return new PathError(given, 'too-large', message, { hint: 'Read it in ranges.' });
}

async function readBetween(handle: FileHandle, start: number, end: number): Promise<Uint8Array> {
  const bytes = Buffer.allocUnsafeSlow(Math.max(end - start, 0));
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, start + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

/** What the path leads to. */
export async function statPath(confinement: Confinement, target: Target): Promise<FileStat> {
  const place = await confinement.locate(target);
  const found = await lstat(place);
  const { isSymbolicLink } = statOf(await lstat(target.absolute));
  // Links may have been moved while it was looked at.
  if ((await confinement.locate(target)) !== place) throw refusal(target, 'not-found');
  return { ...statOf(found), isSymbolicLink };
}

function statOf(stats: Stats): FileStat {
  return {
    isFile: stats.isFile(),
    isDirectory: stats.isDirectory(),
    isSymbolicLink: stats.isSymbolicLink(),
    size: stats.size,
    mtime: stats.mtime,
  };
}

/** In code-unit order. */
export async function listDirectory(confinement: Confinement, target: Target): Promise<DirectoryEntry[]> {
  const directory = await confinement.locate(target);
  const entries = await holdDirectory(confinement, directory, target, (held) =>
    readdir(held, { withFileTypes: true }),
  );
  return entries
    .map((entry) => ({ name: entry.name, type: entryType(entry) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function entryType(entry: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink'>): DirectoryEntry['type'] {
  if (entry.isSymbolicLink()) return 'symlink';
  if (entry.isDirectory()) return 'directory';
  return entry.isFile() ? 'file' : 'other';
}

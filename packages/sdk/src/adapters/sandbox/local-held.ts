import { constants, existsSync } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { outsideRefusal, type Target } from './local-path-error.js';

/**
 * On Linux a path below this names what an open handle holds, whatever has happened to its path since. Other
 * systems have no such path; there the check and the use are two steps.
 */
const HANDLES = process.platform === 'linux' && existsSync('/proc/self/fd') ? '/proc/self/fd' : undefined;

const DIRECTORY = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** `O_NONBLOCK`: opening a pipe that took the file's place must not wait for a writer. */
const FILE = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Where a handle may be. */
export interface Bounds {
  contains(canonical: string): boolean;
}

/**
 * Run `work` with a path of `directory` that cannot be redirected while it runs, neither by a rename nor by a
 * link. `directory` is canonical, or an entry of a held path.
 */
export async function holdDirectory<T>(
  bounds: Bounds,
  directory: string | Buffer,
  target: Target,
  work: (held: string) => Promise<T>,
): Promise<T> {
  const handle = await open(directory, DIRECTORY);
  try {
    await checkPlace(bounds, handle, directory, target);
    return await work(HANDLES ? `${HANDLES}/${handle.fd}` : String(directory));
  } finally {
    await handle.close();
  }
}

/** Run `work` with an open file. `file` is canonical and was seen to be a file. */
export async function holdFile<T>(
  bounds: Bounds,
  file: string,
  target: Target,
  work: (handle: FileHandle) => Promise<T>,
): Promise<T> {
  const handle = await open(file, FILE);
  try {
    await checkPlace(bounds, handle, file, target);
    return await work(handle);
  } finally {
    await handle.close();
  }
}

/** What was opened, not what was asked for, must be inside: a command may have moved things in between. */
async function checkPlace(
  bounds: Bounds,
  handle: FileHandle,
  path: string | Buffer,
  target: Target,
): Promise<void> {
  const place = HANDLES ? await readlink(`${HANDLES}/${handle.fd}`) : await placeByIdentity(handle, path);
  if (place === undefined || !bounds.contains(place)) throw outsideRefusal(target);
}

async function placeByIdentity(handle: FileHandle, path: string | Buffer): Promise<string | undefined> {
  const [place, named, held] = await Promise.all([realpath(path, 'utf8'), stat(path), handle.stat()]);
  return named.ino === held.ino && named.dev === held.dev ? place : undefined;
}

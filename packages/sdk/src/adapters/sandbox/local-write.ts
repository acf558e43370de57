import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { access, type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { Confinement } from './local-confinement.js';
import { holdDirectory } from './local-held.js';
import { isSystemError, outsideRefusal, refusal, type Target } from './local-path-error.js';

const NEW_FILE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Replace the file at the path, whole or not at all. Missing parents are made. */
export async function writeBytes(
  confinement: Confinement,
  target: Target,
  content: string | Uint8Array,
): Promise<void> {
  const file = await confinement.locate(target);
  if (confinement.holdsRoot(file)) throw refusal(target, 'is-a-directory');
  await inDirectory(confinement, dirname(file), target, (held) =>
    replaceFile(held, basename(file), target, content),
  );
}

/** Make a directory; with `recursive` its missing parents too, and one that exists is fine. */
export async function makeDirectory(
  confinement: Confinement,
  target: Target,
  recursive: boolean,
): Promise<void> {
  const directory = await confinement.locate(target);
  const existing = await lstatIfAny(directory);
  if (existing) {
    if (recursive && existing.isDirectory()) return;
    throw refusal(target, 'exists');
  }
  if (recursive) return inDirectory(confinement, directory, target, async () => undefined);
  if (confinement.holdsRoot(directory)) throw refusal(target, 'not-found');
  await holdDirectory(confinement, dirname(directory), target, (held) =>
    mkdir(join(held, basename(directory))),
  );
}

/** Hold a directory, made with its parents if it is missing. */
async function inDirectory<T>(
  confinement: Confinement,
  directory: string,
  target: Target,
  work: (held: string) => Promise<T>,
): Promise<T> {
  try {
    return await holdDirectory(confinement, directory, target, work);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT') || (await lstatIfAny(directory))) throw error;
  }
  const root = confinement.rootOf(directory);
  if (root === undefined) throw outsideRefusal(target);
  const names = relative(root, directory).split(sep).filter(Boolean);
  return descend(confinement, root, names, target, work);
}

/** Step by step, each directory held while the next is made in it. */
function descend<T>(
  confinement: Confinement,
  directory: string,
  names: readonly string[],
  target: Target,
  work: (held: string) => Promise<T>,
): Promise<T> {
  return holdDirectory(confinement, directory, target, async (held) => {
    const [name, ...below] = names;
    if (name === undefined) return work(held);
    const next = join(held, name);
    await mkdir(next).catch((error: unknown) => {
      if (!isSystemError(error, 'EEXIST')) throw error;
    });
    return descend(confinement, next, below, target, work);
  });
}

/**
 * A new file that takes the old one's name: no reader sees half of it, and another name of the same inode (a
 * hard link, perhaps from outside) keeps the old content.
 */
async function replaceFile(
  held: string,
  name: string,
  target: Target,
  content: string | Uint8Array,
): Promise<void> {
  const file = join(held, name);
  const old = await lstatIfAny(file);
  if (old) await requireReplaceable(file, old, target);
  const temporary = join(held, `.flue-${randomUUID()}.tmp`);
  try {
    await createFile(temporary, content, old);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** A rename would replace even what may not be written. */
async function requireReplaceable(file: string, old: Stats, target: Target): Promise<void> {
  if (old.isDirectory()) throw refusal(target, 'is-a-directory');
  if (old.isSymbolicLink()) throw outsideRefusal(target);
  if (!old.isFile()) throw refusal(target, 'special-file');
  await access(file, constants.W_OK);
}

async function createFile(file: string, content: string | Uint8Array, old: Stats | undefined): Promise<void> {
  const handle = await open(file, NEW_FILE, old ? 0o600 : 0o666);
  try {
    await handle.writeFile(content);
    if (old) await takeOver(handle, old);
  } finally {
    await handle.close();
  }
}

/** Owner and mode of the old file; the owner only where the process may set it. */
async function takeOver(handle: FileHandle, old: Stats): Promise<void> {
  const { uid, gid } = await handle.stat();
  if (uid !== old.uid || gid !== old.gid) {
    await handle.chown(old.uid, old.gid).catch((error: unknown) => {
      if (!isSystemError(error, 'EPERM')) throw error;
    });
  }
  await handle.chmod(old.mode & 0o777);
}

async function lstatIfAny(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

import { lstat, readdir, rmdir, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PathError } from '../../errors/path-error.js';
import type { Confinement } from './local-confinement.js';
import { holdDirectory } from './local-held.js';
import { isSystemError, type Target } from './local-path-error.js';

/**
 * Remove the entry at the path: a link itself, never what it leads to. A directory that is not empty needs
 * `recursive`.
 */
export async function removePath(
  confinement: Confinement,
  target: Target,
  options: { recursive?: boolean; force?: boolean },
): Promise<void> {
  if (confinement.holdsRoot(target.absolute)) throw rootRefusal(target);
  const parent = await confinement.locate({ ...target, absolute: dirname(target.absolute) });
  const name = basename(target.absolute);
  const entry = join(parent, name);
  if (confinement.holdsRoot(entry)) throw rootRefusal(target);
  const remove = () =>
    holdDirectory(confinement, parent, target, (held) =>
      removeEntry(confinement, held, Buffer.from(name), target, options.recursive ?? false),
    );
  if (options.force) await unlessMissing(remove);
  else await remove();
}

function rootRefusal({ given, action }: Target): PathError {
  return new PathError(given, 'denied', `Cannot ${action} "${given}": the sandbox itself is in it.`);
}

/** Names as bytes, since a name need not be UTF-8. Each directory is held while it is emptied. */
async function removeEntry(
  confinement: Confinement,
  held: string,
  name: Buffer,
  target: Target,
  recursive: boolean,
): Promise<void> {
  const entry = Buffer.concat([Buffer.from(`${held}/`), name]);
  if (!(await lstat(entry)).isDirectory()) return unlink(entry);
  if (recursive) await empty(confinement, entry, target);
  await rmdir(entry);
}

function empty(confinement: Confinement, directory: Buffer, target: Target): Promise<void> {
  return holdDirectory(confinement, directory, target, async (held) => {
    for (const name of await readdir(held, { encoding: 'buffer' })) {
      await unlessMissing(() => removeEntry(confinement, held, name, target, true));
    }
  });
}

async function unlessMissing(remove: () => Promise<void>): Promise<void> {
  try {
    await remove();
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error;
  }
}

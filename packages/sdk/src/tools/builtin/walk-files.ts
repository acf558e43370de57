import { posix } from 'node:path';
import { PathError } from '../../errors/path-error.js';
import type { DirectoryEntry, Sandbox } from '../../ports/sandbox.js';
import type { Pause } from './create-pause.js';
import { IGNORE_FILES, type IgnoreLayer, isIgnored, layersAbove, readIgnoreLayer } from './ignore-layers.js';

export interface WalkedFile {
  /** Relative to the base. */
  path: string;
  type: Exclude<DirectoryEntry['type'], 'directory'>;
}

export interface WalkOptions {
  pause: Pause;
  /** How many components a path may have. */
  maxDepth?: number;
  /** Told of what cannot be listed or read on the way, relative to the base. */
  onUnreadable(path: string, error: PathError): void;
}

interface Pending {
  path: string;
  depth: number;
  type: DirectoryEntry['type'];
  layers: readonly IgnoreLayer[];
}

/**
 * Everything below a directory that is no directory itself, in order of path. Leaves out `.git` and what
 * `.gitignore` and `.ignore` files say, those of directories above `base` included; hidden files are not left out.
 * Links are reported and not followed.
 * @throws {PathError} `base` cannot be listed
 */
export async function* walkFiles(
  sandbox: Sandbox,
  base: string,
  { pause, maxDepth = Number.POSITIVE_INFINITY, onUnreadable }: WalkOptions,
): AsyncGenerator<WalkedFile> {
  const root = sandbox.resolvePath(base);
  const pending = await listDirectory({ path: '', depth: 0, type: 'directory', layers: [] });
  for (let next = pending.pop(); next; next = pending.pop()) {
    await pause();
    if (next.type !== 'directory') yield { path: next.path, type: next.type };
    else if (next.depth < maxDepth) pending.push(...(await listIfReadable(next)));
  }

  async function listIfReadable(directory: Pending): Promise<Pending[]> {
    try {
      return await listDirectory(directory);
    } catch (error) {
      report(directory.path, error);
      return [];
    }
  }

  /** In reverse order: the next one is taken from the end. */
  async function listDirectory({ path, depth, layers: above }: Pending): Promise<Pending[]> {
    const directory = posix.join(root, path);
    const entries = await sandbox.readdirWithTypes(directory);
    const layers = [
      ...(path === '' ? await layersAbove(sandbox, root) : above),
      ...(await layerOf(directory, path, entries)),
    ];
    return entries
      .filter(({ name, type }) => {
        return name !== '.git' && !isIgnored(layers, posix.join(directory, name), type === 'directory');
      })
      .sort((a, b) => (sortKey(a) < sortKey(b) ? 1 : -1))
      .map(({ name, type }) => ({ path: posix.join(path, name), depth: depth + 1, type, layers }));
  }

  async function layerOf(directory: string, path: string, entries: readonly DirectoryEntry[]) {
    const present = IGNORE_FILES.filter((file) =>
      entries.some(({ name, type }) => name === file && type === 'file'),
    );
    try {
      return await readIgnoreLayer(sandbox, directory, present);
    } catch (error) {
      report(posix.join(path, present.join(' or ')), error);
      return [];
    }
  }

  function report(path: string, error: unknown): void {
    if (!(error instanceof PathError)) throw error;
    onUnreadable(path, error);
  }
}

/** So that a walk, which finishes a directory before it goes on, is in order of the whole paths. */
function sortKey({ name, type }: DirectoryEntry): string {
  return type === 'directory' ? `${name}/` : name;
}

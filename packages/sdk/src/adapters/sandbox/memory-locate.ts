import { Buffer } from 'node:buffer';
import { posix } from 'node:path';
import { errno } from './errno.js';
import type { MemoryDirectory, MemoryNode } from './memory-node.js';

/** As Linux: links followed for one path, and the lengths of a path and of a name. */
const MAX_LINKS = 40;
const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;

/** Where a path leads: a name in a directory, and what is there. */
export interface Place {
  /** Undefined for `/` itself. */
  directory: MemoryDirectory | undefined;
  name: string;
  node: MemoryNode | undefined;
  /** The path with its links resolved, as far as it exists. */
  path: string;
  /** The names from `name` on when the walk ended early: there is nothing, or a file. Otherwise empty. */
  missing: readonly string[];
  /** True when a link promised what is not there. */
  isDangling: boolean;
}

export interface LocateOptions {
  /** Follow a link that the last name is (true). */
  follow?: boolean;
  /** Return how far the walk came when a parent does not exist, or is a file, instead of throwing (false). */
  missing?: boolean;
}

/** Walk `path`, which is absolute, from `root`. @throws ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG */
export function locate(
  root: MemoryDirectory,
  path: string,
  operation: string,
  { follow = true, missing = false }: LocateOptions = {},
): Place {
  checkLength(path, operation);
  const names = namesOf(path);
  let trail: { name: string; directory: MemoryDirectory }[] = [];
  let links = 0;
  /** Names that are left when those of the last link are used up. */
  let beyondLink = Number.POSITIVE_INFINITY;
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    if (name === '..') {
      trail.pop();
      continue;
    }
    const directory = trail.at(-1)?.directory ?? root;
    const node = directory.entries.get(name);
    const isLast = names.length === 0;
    if (node?.type === 'symlink' && (!isLast || follow)) {
      if (++links > MAX_LINKS) throw errno('ELOOP', operation, path);
      if (node.target.startsWith('/')) trail = [];
      beyondLink = names.length;
      names.push(...namesOf(node.target));
    } else if (isLast) {
      const isDangling = !node && beyondLink === 0;
      return { directory, name, node, path: pathOf(trail, name), missing: [], isDangling };
    } else if (node?.type === 'directory') {
      trail.push({ name, directory: node });
    } else if (missing) {
      const rest = [name, ...names.reverse()];
      const canonical = posix.normalize(pathOf(trail, ...rest));
      return { directory, name, node, path: canonical, missing: rest, isDangling: rest.length > beyondLink };
    } else {
      throw errno(node ? 'ENOTDIR' : 'ENOENT', operation, path);
    }
  }
  return endOf(root, trail);
}

/** The place of a directory that the walk ended in: `/`, or a link to it or to a parent. */
function endOf(root: MemoryDirectory, trail: { name: string; directory: MemoryDirectory }[]): Place {
  const last = trail.pop();
  if (!last) return { directory: undefined, name: '', node: root, path: '/', missing: [], isDangling: false };
  const directory = trail.at(-1)?.directory ?? root;
  return {
    directory,
    name: last.name,
    node: last.directory,
    path: pathOf(trail, last.name),
    missing: [],
    isDangling: false,
  };
}

function namesOf(path: string): string[] {
  return path
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .reverse();
}

function pathOf(trail: readonly { name: string }[], ...rest: string[]): string {
  return `/${[...trail.map(({ name }) => name), ...rest].join('/')}`;
}

function checkLength(path: string, operation: string): void {
  if (path.length * 3 <= MAX_NAME_BYTES) return;
  const isTooLong =
    Buffer.byteLength(path) > MAX_PATH_BYTES ||
    path.split('/').some((name) => Buffer.byteLength(name) > MAX_NAME_BYTES);
  if (isTooLong) throw errno('ENAMETOOLONG', operation, path);
}

import { realpathSync } from 'node:fs';
import { readlink, realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { outsideRefusal, refusal, type Target } from './local-path-error.js';

/** Linux's own bound; a chain of links that is longer counts as a loop. */
const MAX_LINKS = 40;

/** Bytes; no system call takes a longer path. */
const MAX_PATH = 4096;

/** The directories that file operations stay in. Every path is judged by where it leads, never by its text. */
export interface Confinement {
  /** True for a canonical path that is a root or below one. */
  contains(canonical: string): boolean;
  /** The root that a canonical path inside belongs to. */
  rootOf(canonical: string): string | undefined;
  /** True if removing this canonical path would remove a root. */
  holdsRoot(canonical: string): boolean;
  /**
   * Where the path leads, links followed as far as it exists; the rest is appended.
   * @throws {PathError} `denied` outside the roots, `loop`, `special-file`, `invalid`.
   */
  locate(target: Target): Promise<string>;
  /** The path itself, without delay, if it leads inside as things are now. @throws {PathError} `denied` */
  requireInside(target: Target): string;
}

/** `roots`: canonical paths of directories. */
export function createConfinement(roots: readonly string[]): Confinement {
  const contains = (canonical: string) => roots.some((root) => isWithin(root, canonical));
  return {
    contains,
    rootOf: (canonical) => roots.find((root) => isWithin(root, canonical)),
    holdsRoot: (canonical) => roots.some((root) => isWithin(canonical, root)),
    async locate(target) {
      if (Buffer.byteLength(target.absolute) > MAX_PATH) throw refusal(target, 'invalid');
      const end = await follow(target.absolute, { left: MAX_LINKS });
      if (!contains(end.path)) throw outsideRefusal(target);
      if (end.loop) throw refusal(target, 'loop');
      if (end.path.startsWith('/proc/')) throw refusal(target, 'special-file');
      return end.path;
    },
    requireInside(target) {
      if (!contains(followExisting(target.absolute))) throw outsideRefusal(target);
      return target.absolute;
    },
  };
}

/** By component: `/w/app-secret` is not within `/w/app`. */
function isWithin(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory.endsWith(sep) ? directory : directory + sep);
}

/**
 * What cannot be resolved, for whatever reason, is judged by its parent and, if it is a link to something
 * missing, by the link's target. So a refusal depends on places only, not on what exists there.
 */
async function follow(path: string, links: { left: number }): Promise<{ path: string; loop: boolean }> {
  const real = await realpath(path).catch(() => undefined);
  if (real !== undefined) return { path: real, loop: false };
  const parent = await follow(dirname(path), links);
  const here = join(parent.path, basename(path));
  const target = await readlink(here).catch(() => undefined);
  if (parent.loop || target === undefined) return { path: here, loop: parent.loop };
  if (links.left-- === 0) return { path: here, loop: true };
  return follow(resolve(parent.path, target), links);
}

function followExisting(path: string): string {
  for (let existing = path; ; existing = dirname(existing)) {
    try {
      return join(realpathSync.native(existing), relative(existing, path));
    } catch (error) {
      if (existing === dirname(existing)) throw error;
    }
  }
}

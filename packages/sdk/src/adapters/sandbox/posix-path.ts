import { posix } from 'node:path';
import { PathError } from '../../errors/path-error.js';

/** The absolute, normalised form of `path` seen from `cwd`, with `/` as the separator; touches nothing. */
export function resolvePosixPath(cwd: string, path: string): string {
  return posix.resolve(cwd, path);
}

/**
 * As `resolvePosixPath`, for a path that an operation is about to use.
 * @throws {PathError} `invalid` when no file system could hold it
 */
export function checkedPosixPath(cwd: string, path: string): string {
  if (typeof path !== 'string') {
    throw new PathError(String(path), 'invalid', `A path must be a string; got ${typeof path}.`);
  }
  if (path === '')
    throw new PathError(path, 'invalid', 'The path is empty.', {
      hint: 'Use "." for the working directory.',
    });
  if (path.includes('\0')) throw new PathError(path, 'invalid', 'A path cannot contain a NUL character.');
  return posix.resolve(cwd, path);
}

/** The directory that holds `path`; `/` for itself. */
export const parentOf: (path: string) => string = posix.dirname;

/** The last name of `path`; empty for `/`. */
export const baseOf: (path: string) => string = posix.basename;

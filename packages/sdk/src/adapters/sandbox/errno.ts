const WORDS = {
  ENOENT: 'no such file or directory',
  EEXIST: 'file already exists',
  EISDIR: 'illegal operation on a directory',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  ELOOP: 'too many levels of symbolic links',
  ENOSPC: 'no space left on device',
  ENAMETOOLONG: 'name too long',
  EINVAL: 'invalid argument',
  EPERM: 'operation not permitted',
} as const;

export type ErrnoCode = keyof typeof WORDS;

/** An error as Node's `fs` would throw it: the shell's commands read its text, `toPathError` its code. */
export function errno(code: ErrnoCode, operation: string, path: string): Error & { code: ErrnoCode } {
  return Object.assign(new Error(`${code}: ${WORDS[code]}, ${operation} '${path}'`), { code });
}

export function isErrno(error: unknown): error is Error & { code: ErrnoCode } {
  return error instanceof Error && 'code' in error && Object.hasOwn(WORDS, String(error.code));
}

export function hasErrno(error: unknown, ...codes: ErrnoCode[]): boolean {
  return isErrno(error) && codes.includes(error.code);
}

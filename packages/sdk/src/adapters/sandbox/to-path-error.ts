import { errorText } from '../../errors/error-text.js';
import { FlueError } from '../../errors/flue-error.js';
import { PathError, type PathErrorReason } from '../../errors/path-error.js';
import { SandboxError } from '../../errors/sandbox-error.js';

const REASONS: Readonly<Record<string, PathErrorReason>> = {
  ENOENT: 'not-found',
  EACCES: 'denied',
  EPERM: 'denied',
  EROFS: 'denied',
  EISDIR: 'is-a-directory',
  ENOTDIR: 'not-a-directory',
  EEXIST: 'exists',
  ENOTEMPTY: 'not-empty',
  EFBIG: 'too-large',
  ENOSPC: 'no-space',
  EDQUOT: 'no-space',
  ELOOP: 'loop',
  EINVAL: 'invalid',
  ENAMETOOLONG: 'invalid',
};

const WORDS: readonly [RegExp, PathErrorReason][] = [
  [/no such file|not found|does not exist/i, 'not-found'],
  [/permission denied|not permitted|read-only file system/i, 'denied'],
  [/is a directory/i, 'is-a-directory'],
  [/not a directory/i, 'not-a-directory'],
  [/not empty/i, 'not-empty'],
  [/already exists|file exists/i, 'exists'],
  [/no space left|quota exceeded/i, 'no-space'],
  [/too many (levels of )?symbolic links/i, 'loop'],
];

const SENTENCES: Readonly<Record<PathErrorReason, string>> = {
  'not-found': 'there is no such file or directory',
  denied: 'access is denied',
  'not-a-file': 'it is not a file',
  'not-a-directory': 'it, or a part of its path, is not a directory',
  'is-a-directory': 'it is a directory',
  exists: 'it exists already',
  'not-empty': 'the directory is not empty',
  'too-large': 'it is too large',
  'no-space': 'the sandbox has no space left',
  'special-file': 'it is not a regular file',
  loop: 'its links go in a circle',
  invalid: 'the path is not valid',
};

/** A `PathError` for `path`, as the caller gave it; `action` is a verb, as in "Cannot read". */
export function pathError(path: string, reason: PathErrorReason, action: string, cause?: unknown): PathError {
  return new PathError(path, reason, `Cannot ${action} "${path}": ${SENTENCES[reason]}.`, { cause });
}

/**
 * What a failed file operation of a foreign file system means here: a `PathError` where its code or words say
 * why, otherwise a `SandboxError`. Other errors of ours pass.
 */
export function toPathError(error: unknown, path: string, action: string): FlueError {
  const isNamedSo = error instanceof PathError && error.path === path;
  if (isNamedSo || (FlueError.isInstance(error) && !(error instanceof PathError))) return error;
  const reason = reasonOf(error);
  if (reason) return pathError(path, reason, action, error);
  return new SandboxError(`The sandbox could not ${action} "${path}": ${errorText(error)}`, { cause: error });
}

/** Why a file operation failed, read from the error's code or, where it has none, its words. */
export function reasonOf(error: unknown): PathErrorReason | undefined {
  if (error instanceof PathError) return error.reason;
  const text = errorText(error);
  const code = codeOf(error) ?? /^E[A-Z]{3,}\b/.exec(text)?.[0];
  if (code !== undefined && Object.hasOwn(REASONS, code)) return REASONS[code];
  return WORDS.find(([words]) => words.test(text))?.[1];
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

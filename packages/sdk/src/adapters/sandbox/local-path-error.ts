import { FlueError } from '../../errors/flue-error.js';
import { PathError, type PathErrorReason } from '../../errors/path-error.js';
import { SandboxError } from '../../errors/sandbox-error.js';
import { pathError, toPathError } from './to-path-error.js';

/** The path that a file operation was called with. */
export interface Target {
  readonly absolute: string;
  /** As the caller wrote it; the only form that is in messages. */
  readonly given: string;
  /** What is done, as a verb: "Cannot read". */
  readonly action: string;
}

export function refusal(target: Target, reason: PathErrorReason): PathError {
  return pathError(target.given, reason, target.action);
}

/** One text for every path outside, so that it does not tell whether something is there. */
export function outsideRefusal({ given, action }: Target): PathError {
  const message = `Cannot ${action} "${given}": it is outside the directories that this sandbox may use.`;
  return new PathError(given, 'denied', message, {
    hint: 'Give a path inside the working directory. The script can add directories with local({ roots }).',
  });
}

/** What a failed system call means for `target`. Errors of this SDK, and of the program itself, pass. */
export function fromSystemError(error: unknown, target: Target): unknown {
  if (FlueError.isInstance(error) || !isSystemError(error)) return error;
  if (error.code === 'ENXIO') return refusal(target, 'special-file');
  const known = toPathError(error, target.given, target.action);
  if (known instanceof PathError) return known;
  // The system's own text would name host paths.
  return new SandboxError(`Cannot ${target.action} "${target.given}": the host failed with ${error.code}.`, {
    cause: error,
  });
}

/** True for a failed system call with one of `codes`, or with any. */
export function isSystemError(error: unknown, ...codes: string[]): error is Error & { code: string } {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return false;
  return typeof error.code === 'string' && (codes.length === 0 || codes.includes(error.code));
}

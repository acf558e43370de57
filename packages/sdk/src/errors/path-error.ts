import { FlueError } from './flue-error.js';

/** Why a file operation failed. `denied` says nothing about whether the path exists. */
export type PathErrorReason =
  | 'not-found'
  | 'denied'
  | 'not-a-file'
  | 'not-a-directory'
  | 'is-a-directory'
  | 'exists'
  | 'not-empty'
  | 'too-large'
  | 'no-space'
  | 'special-file'
  | 'loop'
  | 'invalid';

/** A file operation in a sandbox failed. `path` is as the caller gave it; no host path is in the message. */
export class PathError extends FlueError {
  readonly code = 'path_failed';

  constructor(
    readonly path: string,
    readonly reason: PathErrorReason,
    message: string,
    options: { hint?: string; cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

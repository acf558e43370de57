import { FlueError } from './flue-error.js';

/** The sandbox is unavailable or refused the operation as a whole. A command that exits non-zero is not an error. */
export class SandboxError extends FlueError {
  readonly code = 'sandbox_failed';
}

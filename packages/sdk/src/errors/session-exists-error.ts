import { FlueError } from './flue-error.js';

/** `sessions.create()` of a name that exists already. */
export class SessionExistsError extends FlueError {
  readonly code = 'session_exists';
}

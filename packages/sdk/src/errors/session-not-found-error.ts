import { FlueError } from './flue-error.js';

/** The session does not exist, or was deleted. */
export class SessionNotFoundError extends FlueError {
  readonly code = 'session_not_found';
}

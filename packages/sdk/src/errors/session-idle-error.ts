import { FlueError } from './flue-error.js';

/** `steer()` on a session in which no call runs that could take the message. */
export class SessionIdleError extends FlueError {
  readonly code = 'session_idle';
}

import { FlueError } from './flue-error.js';

/** A second `prompt`, `skill`, `task` or `shell` on a session whose first one still runs. */
export class SessionBusyError extends FlueError {
  readonly code = 'session_busy';
}

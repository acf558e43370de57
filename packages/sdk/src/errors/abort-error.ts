import { FlueError } from './flue-error.js';

/** The call was aborted by its handle or by `signal`; `cause` is the reason that was given. */
export class AbortError extends FlueError {
  readonly code = 'aborted';

  /** The platform's own name, so that `error.name === 'AbortError'` holds as for `fetch`. */
  override get name(): 'AbortError' {
    return 'AbortError';
  }
}

import { FlueError } from './flue-error.js';

/** A call with `schema` ended without a result: the model gave up, or never called `finish`. */
export class NoResultError extends FlueError {
  readonly code = 'no_result';

  constructor(
    /** The model's own reason, where it gave one. */
    readonly reason: string | undefined,
    message: string,
  ) {
    super(message, { hint: 'The session stays usable; what the model did is in its history.' });
  }
}

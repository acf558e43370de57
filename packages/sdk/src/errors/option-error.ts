import { FlueError } from './flue-error.js';

/** An option, argument or name that a script passed is not usable. Thrown before any model request. */
export class OptionError extends FlueError {
  readonly code = 'invalid_option';
}

import { FlueError } from './flue-error.js';

/** The provider needs an API key and none was found. Thrown before any request. */
export class MissingKeyError extends FlueError {
  readonly code = 'missing_api_key';
}

import { FlueError } from './flue-error.js';

/** No provider or model of that name is known. */
export class UnknownModelError extends FlueError {
  readonly code = 'unknown_model';
}

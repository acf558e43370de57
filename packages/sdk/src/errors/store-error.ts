import { FlueError } from './flue-error.js';

/** The session store refused or failed: not owner any more, an unexpected head, a broken disk. */
export class StoreError extends FlueError {
  readonly code = 'store_failed';
}

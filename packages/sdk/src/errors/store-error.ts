import { FlueError, type FlueErrorOptions } from './flue-error.js';

/**
 * Why a store refused or failed. `busy`: another owner is alive; `lease-lost`: another owner took over;
 * `head-moved`: the log has other entries than expected; `deleted`: the session is gone; `not-json`: an entry cannot
 * be kept; `unreadable`: what is stored is not understood; `failed`: the store itself.
 */
export type StoreErrorReason =
  | 'busy'
  | 'lease-lost'
  | 'head-moved'
  | 'deleted'
  | 'not-json'
  | 'unreadable'
  | 'failed';

/** The session store refused or failed; nothing of the call was kept. */
export class StoreError extends FlueError {
  readonly code = 'store_failed';

  constructor(
    readonly reason: StoreErrorReason,
    message: string,
    options: FlueErrorOptions = {},
  ) {
    super(message, options);
  }
}

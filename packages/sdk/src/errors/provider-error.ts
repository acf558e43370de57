import { FlueError } from './flue-error.js';

/** A model request failed; `message` is the provider's own. */
export class ProviderError extends FlueError {
  readonly code = 'provider_failed';

  constructor(
    message: string,
    readonly provider: string,
    readonly model: string,
    /** HTTP status, where the provider answered with one. */
    readonly status: number | undefined,
    options: { hint?: string; cause?: unknown } = {},
  ) {
    super(message, options);
  }
}

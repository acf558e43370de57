const BRAND = Symbol.for('flue.error');

/** Fields every error of this SDK carries beside its message. */
export interface FlueErrorOptions {
  /** What the reader should do next, in one sentence. */
  hint?: string;
  /** The error underneath, or the reason of an abort. */
  cause?: unknown;
}

/**
 * Base of every error this SDK throws. `code` is stable and meant for programs; `message` says what was
 * given, what is accepted and where; `hint` says what to do next.
 */
export abstract class FlueError extends Error {
  abstract readonly code: string;
  readonly hint: string | undefined;

  constructor(message: string, { hint, cause }: FlueErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
    Object.defineProperty(this, BRAND, { value: true });
  }

  override get name(): string {
    return this.constructor.name;
  }

  /** True for an error of this SDK, also when it comes from another copy of the package. */
  static isInstance(value: unknown): value is FlueError {
    return typeof value === 'object' && value !== null && BRAND in value;
  }
}

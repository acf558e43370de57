/** A failure of the command itself, told in one message; `hint` says what to do next. */
export class CommandError extends Error {
  readonly hint: string | undefined;

  constructor(message: string, { hint, cause }: { hint?: string; cause?: unknown } = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.hint = hint;
  }

  override get name(): string {
    return this.constructor.name;
  }
}

/** What was typed, or a file that it names, cannot be used. Ends the command with exit code 2. */
export class UsageError extends CommandError {}

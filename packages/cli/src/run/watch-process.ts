import { constants } from 'node:os';
import { CommandError } from '../command-error.js';

/** The run was ended by a signal. */
export class Interrupted extends Error {
  /** 128 and the signal's number, as shells have it: 130 for SIGINT, 143 for SIGTERM. */
  readonly exitCode: number;

  constructor(signal: NodeJS.Signals) {
    super(`interrupted by ${signal}`);
    this.exitCode = 128 + constants.signals[signal];
  }
}

/** How long aborted work may take to settle. */
const GRACE_MS = 2000;

export interface ProcessWatch {
  /**
   * Wait for work to settle, or for something that ends it: a signal, an error that nobody caught, or the end of
   * everything that could settle it. Then the work is aborted, may settle for up to 2 s, and that reason is
   * thrown. A second signal ends the process at once.
   * @throws {Interrupted} {CommandError} what nobody caught, or what the work throws
   */
  during<T>(work: PromiseLike<T>, abort?: (reason: unknown) => void): Promise<T>;
}

/** Watch this process until it ends. `unsettled` is the message for work that nothing can settle any more. */
export function watchProcess(unsettled: string): ProcessWatch {
  const stopped = firstReason(unsettled);
  return {
    async during(work, abort) {
      const settled = Promise.resolve(work);
      const reason = await Promise.race([stopped, settled.then(() => undefined)]);
      if (!reason) return settled;
      if (abort) {
        abort(reason.why);
        await settledOrLate(settled);
      }
      throw reason.why;
    },
  };
}

function firstReason(unsettled: string): Promise<{ why: unknown }> {
  return new Promise((resolve) => {
    let signals = 0;
    const stop = (why: unknown) => resolve({ why });
    const onSignal = (signal: NodeJS.Signals) => {
      const interrupted = new Interrupted(signal);
      signals += 1;
      if (signals > 1) process.exit(interrupted.exitCode);
      stop(interrupted);
    };
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
    process.on('uncaughtException', (cause) => stop(new CommandError(UNCAUGHT, { cause })));
    process.on('unhandledRejection', (cause) => stop(new CommandError(UNHANDLED, { cause })));
    process.once('beforeExit', () => stop(new CommandError(unsettled, { hint: UNSETTLED_HINT })));
  });
}

const UNCAUGHT = "An error was thrown outside of the agent's promise.";
const UNHANDLED = 'A promise was rejected and nothing handled it: an await is missing.';
const UNSETTLED_HINT = 'Look for a promise that nothing resolves, such as a callback that is never called.';

/** What aborted work still says does not matter: why it was aborted is told instead. */
function settledOrLate(settled: Promise<unknown>): Promise<unknown> {
  const late = new Promise((resolve) => setTimeout(resolve, GRACE_MS));
  return Promise.race([settled.catch(() => undefined), late]);
}

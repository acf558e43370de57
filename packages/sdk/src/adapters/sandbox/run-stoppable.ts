import { AbortError } from '../../errors/abort-error.js';
import type { ExecOutcome } from './exec-handle.js';

/** Exit code of a command that ran out of time, as of `timeout(1)`. */
export const TIMEOUT_EXIT_CODE = 124;

/** How long a command may still hand over its output by itself after it was told to stop. */
const GRACE_MS = 400;

/** A longer timer would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

export interface StopOptions {
  /** Seconds. */
  timeout: number | undefined;
  signal: AbortSignal;
  /** Seconds past `timeout` before `stop` fires, for runners that keep the time themselves. Default 0. */
  leeway?: number;
}

/**
 * Run a command that settles in time even if the runner does not: `stop` fires when `signal` aborts or the time
 * is over. An abort rejects with an `AbortError`; a timeout is exit code 124 with what the runner still returned.
 */
export async function runStoppable(
  { timeout, signal, leeway = 0 }: StopOptions,
  run: (stop: AbortSignal) => Promise<ExecOutcome>,
): Promise<ExecOutcome> {
  if (signal.aborted) throw abortError(signal);
  const stop = new AbortController();
  let timedOut = false;
  let grace: NodeJS.Timeout | undefined;
  let giveUp: () => void;
  const gaveUp = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined);
  });
  const end = (reason: unknown) => {
    grace ??= setTimeout(giveUp, GRACE_MS);
    stop.abort(reason);
  };
  const onAbort = () => end(signal.reason);
  const onTimeout = () => {
    timedOut = true;
    end(new DOMException(`The command took longer than ${timeout} s.`, 'TimeoutError'));
  };
  signal.addEventListener('abort', onAbort, { once: true });
  const timer =
    timeout === undefined
      ? undefined
      : setTimeout(onTimeout, Math.min((timeout + leeway) * 1000, MAX_TIMER_MS));
  try {
    const outcome = await Promise.race([run(stop.signal), gaveUp]);
    if (signal.aborted) throw abortError(signal);
    if (!timedOut) return outcome ?? NOTHING;
    return { ...(outcome ?? NOTHING), exitCode: TIMEOUT_EXIT_CODE };
  } catch (error) {
    if (signal.aborted) throw abortError(signal);
    if (timedOut) return { ...NOTHING, exitCode: TIMEOUT_EXIT_CODE };
    throw error;
  } finally {
    signal.removeEventListener('abort', onAbort);
    clearTimeout(timer);
    clearTimeout(grace);
  }
}

const NOTHING: ExecOutcome = { stdout: '', stderr: '', exitCode: 0 };

function abortError(signal: AbortSignal): AbortError {
  return new AbortError('The command was aborted.', { cause: signal.reason });
}

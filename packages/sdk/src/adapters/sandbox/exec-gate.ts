import { AsyncLocalStorage } from 'node:async_hooks';
import { heldFor, monotonicNow } from './event-loop-turns.js';

/** Between the order to stop and the cutting of connections and workers that did not follow it. */
const SOFT_STOP_MS = 200;

/** Why a run has to stop: it was told to or its time is over, it computed too long at a stretch, its disk is full. */
export type GateReason = 'stopped' | 'held' | 'no-space';

/**
 * Stops one run of the shell so that what it printed so far is kept.
 *
 * The shell drops all output of a run that ends by its `AbortSignal`, but not of one that ends by a limit. So it
 * gets a signal that, once the run has to stop, answers the question whether it is aborted by throwing a limit
 * error. The shell asks before each statement and command, and in the loops of its larger commands.
 */
export interface ExecGate {
  /** For the shell. */
  readonly signal: AbortSignal;
  /** Set once the run has to stop. */
  readonly reason: GateReason | undefined;
  /** Resolves when the run has to stop: for commands that only wait. */
  readonly closed: Promise<void>;
  /** Returns if the run may go on, otherwise throws. */
  pass(): void;
  /** Stop the run from within. */
  fail(reason: GateReason): never;
  /** End what may still run. To be called when the run is over. */
  dispose(): void;
}

export interface ExecGateOptions {
  /** Closes the gate. */
  stop: AbortSignal;
  /** Closes it also when nothing else gets a turn; a time of `monotonicNow`. */
  deadline: number;
  /** Milliseconds that one program may hold the event loop. */
  maxHold: number;
  /** What is thrown into the shell, always the same instance. */
  error: Error;
}

/** The gate of the run that the caller is part of. */
export const currentGate = new AsyncLocalStorage<ExecGate>();

/** Bound now: the shell blocks these globals for code that runs inside it. */
const setTimer = setTimeout;
const clearTimer = clearTimeout;

export function createExecGate({ stop, deadline, maxHold, error }: ExecGateOptions): ExecGate {
  const controller = new AbortController();
  let reason: GateReason | undefined;
  let announce: () => void;
  let cut: NodeJS.Timeout | undefined;
  const closed = new Promise<void>((resolve) => {
    announce = resolve;
  });
  const onStop = () => close('stopped');
  stop.addEventListener('abort', onStop, { once: true });
  if (stop.aborted) onStop();
  Object.defineProperty(controller.signal, 'aborted', {
    get() {
      pass();
      return false;
    },
  });
  return {
    signal: controller.signal,
    get reason() {
      return reason;
    },
    closed,
    pass,
    fail,
    dispose() {
      stop.removeEventListener('abort', onStop);
      clearTimer(cut);
      controller.abort();
    },
  };

  function pass(): void {
    if (!reason && heldFor() > maxHold) close('held');
    if (!reason && monotonicNow() >= deadline) close('stopped');
    if (reason) throw error;
  }

  function fail(why: GateReason): never {
    close(why);
    throw error;
  }

  function close(why: GateReason): void {
    if (reason) return;
    reason = why;
    announce();
    cut = setTimer(() => controller.abort(), SOFT_STOP_MS);
  }
}

import { AbortError } from '../errors/abort-error.js';
import type { FlueEvent } from '../events/event.js';

/**
 * A call that runs: a promise of its result, an async iterable of its events, and the means to stop it. Begin to
 * iterate before the call has had 1,000 events; earlier ones are dropped while nobody reads.
 */
export interface CallHandle<T> extends Promise<T>, AsyncIterable<FlueEvent> {
  /** Aborts when the call is aborted, by `abort()` or by the `signal` it was given. */
  readonly signal: AbortSignal;
  /** Stop the call. It rejects within a second with an `AbortError` whose `cause` is `reason`. */
  abort(reason?: unknown): void;
}

export interface CallScope {
  readonly signal: AbortSignal;
  readonly abort: (reason?: unknown) => void;
  readonly onEvent: (event: FlueEvent) => void;
}

/** Start a call. A rejection with an `AbortError` that nobody awaits does not end the process; others do. */
export function createCallHandle<T>(
  signals: readonly (AbortSignal | undefined)[],
  start: (scope: CallScope) => Promise<T>,
): CallHandle<T> {
  const controller = new AbortController();
  const unlink = signals.map((signal) => follow(signal, controller));
  const events = createEventQueue();
  const abort = (reason?: unknown) =>
    controller.abort(reason ?? new DOMException('aborted by abort()', 'AbortError'));
  const settled = start({ signal: controller.signal, abort, onEvent: events.push }).finally(() => {
    events.end();
    for (const stop of unlink) stop();
  });
  const promise = new Promise<T>((resolve, reject) => {
    settled.then(resolve, (error: unknown) => {
      if (error instanceof AbortError) promise.catch(acceptAbort);
      reject(error);
    });
  });
  return Object.assign(promise, {
    signal: controller.signal,
    abort,
    [Symbol.asyncIterator]: events.read,
  });
}

/** The abort was asked for; whoever awaits the handle still sees it. */
function acceptAbort(): void {}

function follow(signal: AbortSignal | undefined, controller: AbortController): () => void {
  // What is no signal is refused by the check of the call's options, which rejects.
  if (!(signal instanceof AbortSignal)) return () => {};
  const abort = () => controller.abort(signal.reason);
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  return () => signal.removeEventListener('abort', abort);
}

const UNREAD_EVENTS = 1000;

function createEventQueue() {
  let queue: FlueEvent[] = [];
  let read = false;
  let ended = false;
  /** The reader has stopped. */
  let given = false;
  let wake: (() => void) | undefined;

  return {
    push(event: FlueEvent) {
      if (given) return;
      queue.push(event);
      if (!read && queue.length > UNREAD_EVENTS) queue.shift();
      wake?.();
    },
    end() {
      ended = true;
      wake?.();
    },
    async *read(): AsyncIterator<FlueEvent> {
      if (read) throw new Error('The events of a call can be read once.');
      read = true;
      try {
        yield* drain();
      } finally {
        given = true;
        queue = [];
      }
    },
  };

  async function* drain(): AsyncGenerator<FlueEvent> {
    for (;;) {
      const ready = queue;
      queue = [];
      yield* ready;
      if (queue.length > 0) continue;
      if (ended) return;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  }
}

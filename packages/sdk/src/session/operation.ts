import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { AbortError } from '../errors/abort-error.js';
import { errorText } from '../errors/error-text.js';
import { FlueError } from '../errors/flue-error.js';
import type { Emitter } from '../events/emitter.js';
import type { EventError } from '../events/event.js';
import type { OperationKind, Usage } from '../events/vocabulary.js';
import type { JournalEntry } from '../ports/journal-entry.js';
import type { StoredBlob } from '../ports/session-store.js';
import { noUsage } from '../ports/usage.js';
import type { SessionJournal } from './session-journal.js';

/** One host-level call of a session while it runs. */
export interface Operation {
  readonly id: string;
  readonly kind: OperationKind;
  /** Aborts when the call is aborted, or when its journal can no longer be written. */
  readonly signal: AbortSignal;
  readonly emitter: Emitter;
  /** What its model requests used so far, its tasks' included. */
  readonly usage: Usage;
  /** Keeps entries. When that fails the operation ends with that failure, whatever comes after. */
  append(entries: readonly JournalEntry[], blobs?: readonly StoredBlob[]): Promise<void>;
}

export interface OperationOptions {
  kind: OperationKind;
  journal: SessionJournal;
  emitter: Emitter;
  signal: AbortSignal;
}

/** Checks what the caller gave, before anything is recorded or told, and returns the work. */
export type Prepare<T> = (operation: Operation) => (() => Promise<T>) | Promise<() => Promise<T>>;

/** Run one operation from its first entry to its last. @throws what the work throws, or why it could not be kept */
export async function runOperation<T>(
  { kind, journal, emitter, signal }: OperationOptions,
  prepare: Prepare<T>,
): Promise<T> {
  const startedAt = performance.now();
  const broken = new AbortController();
  let failure: unknown;
  let over = false;
  const id = `op_${randomUUID()}`;
  const operation: Operation = {
    id,
    kind,
    signal: AbortSignal.any([signal, broken.signal]),
    emitter: emitter.child({ operationId: id }),
    usage: noUsage(),
    append,
  };

  const work = await prepare(operation);
  // Every tool call listens to it, and a reply may have many.
  setMaxListeners(0, operation.signal);
  operation.emitter.emit({ type: 'operation_start', kind });
  try {
    const result = await perform();
    report(false);
    return result;
  } catch (thrown) {
    const error = failure ?? thrown;
    await untilGivenUp(AbortSignal.abort(), () => keepFailure(error)).catch(tellFault);
    over = true;
    report(true, toEventError(error));
    throw error;
  } finally {
    operation.emitter.emit({ type: 'idle' });
  }

  function perform(): Promise<T> {
    if (signal.aborted)
      throw new AbortError('The call was aborted before it started.', { cause: signal.reason });
    return untilGivenUp(operation.signal, async () => {
      await journal.repair();
      await append([{ type: 'operation_start', operationId: id, kind }]);
      const result = await work();
      if (failure !== undefined) throw failure;
      await append([{ type: 'operation_end', operationId: id, status: 'completed' }]);
      return result;
    });
  }

  async function append(entries: readonly JournalEntry[], blobs?: readonly StoredBlob[]): Promise<void> {
    if (over)
      throw new AbortError('The call is over; what comes late is not kept.', { cause: signal.reason });
    try {
      await journal.append(entries, blobs);
    } catch (error) {
      failure ??= error;
      broken.abort(error);
      throw error;
    }
  }

  async function keepFailure(error: unknown): Promise<void> {
    if (error === failure) return;
    const status = error instanceof AbortError ? 'aborted' : 'failed';
    await append([{ type: 'operation_end', operationId: id, status, error: toEventError(error) }]);
  }

  /** The call has failed already; that this could not be kept must not hide why. */
  function tellFault(fault: unknown): void {
    operation.emitter.emit({
      type: 'log',
      level: 'error',
      message: `The failure was not kept: ${errorText(fault)}`,
    });
  }

  function report(isError: boolean, error?: EventError): void {
    const durationMs = performance.now() - startedAt;
    operation.emitter.emit({
      type: 'operation',
      kind,
      isError,
      durationMs,
      usage: structuredClone(operation.usage),
      error,
    });
  }
}

/** How long what a call waits for may still end by itself once the call was aborted. */
const GRACE_MS = 600;

/** `work`, or a rejection soon after the abort when a sandbox, schema or store does not heed it. */
async function untilGivenUp<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let wait = () => {};
  const gaveUp = new Promise<never>((_, reject) => {
    wait = () => {
      const error = new AbortError('The call was aborted.', { cause: signal.reason });
      timer = setTimeout(() => reject(error), GRACE_MS);
    };
  });
  if (signal.aborted) wait();
  else signal.addEventListener('abort', wait, { once: true });
  try {
    return await Promise.race([work(), gaveUp]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', wait);
  }
}

/** An error as it goes into journals and events. */
export function toEventError(error: unknown): EventError {
  return { code: FlueError.isInstance(error) ? error.code : 'error', message: errorText(error) };
}

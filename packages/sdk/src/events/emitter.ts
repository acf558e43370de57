import type { EventBody, EventStamp, FlueEvent } from './event.js';

/** Receives events in order, synchronously. What it throws or rejects with is dropped: it cannot reach the run. */
export type EventListener = (event: FlueEvent) => unknown;

type Scope = Omit<EventStamp, 'runId' | 'eventIndex' | 'timestamp'>;

/** Stamps events and hands them to its listeners and to those of the emitters above it. */
export interface Emitter {
  emit(body: EventBody): void;
  /** @returns a function that removes the listener. */
  listen(listener: EventListener): () => void;
  /** An emitter whose events also carry `scope` and go on to this one's listeners. */
  child(scope: Scope): Emitter;
}

export function createEmitter(runId: string): Emitter {
  let eventIndex = 0;
  const stamp = () => ({ runId, eventIndex: eventIndex++, timestamp: new Date().toISOString() });
  return scoped(stamp, {}, undefined);
}

type Deliver = (event: FlueEvent) => void;

function scoped(stamp: () => EventStamp, scope: Scope, above: Deliver | undefined): Emitter {
  const listeners = new Set<EventListener>();
  const deliver: Deliver = (event) => {
    for (const listener of listeners) notify(listener, event);
    above?.(event);
  };
  return {
    emit: (body) => deliver({ ...body, ...stamp(), ...scope }),
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    child: (more) => scoped(stamp, { ...scope, ...more }, deliver),
  };
}

function notify(listener: EventListener, event: FlueEvent): void {
  try {
    const answer = listener(event);
    if (answer instanceof Promise) answer.catch(ignoreListenerFault);
  } catch (fault) {
    ignoreListenerFault(fault);
  }
}

/** DESIGN: a listener's fault never reaches the run, and the SDK itself prints nothing. */
function ignoreListenerFault(_fault: unknown): void {}

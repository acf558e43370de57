import { setImmediate } from 'node:timers/promises';

/** How long work in this process may keep other agents waiting, in milliseconds. */
const MAX_RUN_MS = 10;

/** Called between steps of long work: lets everything else run when it is due, and throws once aborted. */
export type Pause = () => Promise<void>;

export function createPause(signal: AbortSignal): Pause {
  let since = performance.now();
  return async () => {
    signal.throwIfAborted();
    if (performance.now() - since < MAX_RUN_MS) return;
    await setImmediate();
    since = performance.now();
    signal.throwIfAborted();
  };
}

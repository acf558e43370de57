import { AsyncLocalStorage } from 'node:async_hooks';
import type { FlueHarness } from './flue-harness.js';
import type { HarnessScope } from './harness-scope.js';

/** The run that code belongs to, so that an `init` which an agent imports is the run's, as the one it is handed. */
export interface RunScope {
  readonly scope: HarnessScope;
  /** Closed when the run ends. */
  adopt(harness: Promise<FlueHarness>): void;
}

const STORAGE = Symbol.for('flue.run-scope');

/** On the global object: the command and the agent may each have a copy of this module. */
export function runScopes(): AsyncLocalStorage<RunScope> {
  const holder = globalThis as { [STORAGE]?: AsyncLocalStorage<RunScope> };
  holder[STORAGE] ??= new AsyncLocalStorage();
  return holder[STORAGE];
}

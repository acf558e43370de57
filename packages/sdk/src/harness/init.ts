import { randomUUID } from 'node:crypto';
import { createEmitter } from '../events/emitter.js';
import { runScopes } from './current-scope.js';
import type { FlueHarness } from './flue-harness.js';
import type { HarnessScope } from './harness-scope.js';
import type { InitOptions } from './init-options.js';

/**
 * Build a harness over a sandbox, in any script. Its sessions belong to agent `local`, id `default` unless named;
 * within an agent's run it is the `init` of the run.
 * Every option is checked before a model is asked anything.
 *
 * ```ts
 * await using harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
 * const session = await harness.session();
 * const { text } = await session.prompt('Say hello.');
 * ```
 * @throws {OptionError} an option is not usable; {UnknownModelError} the model is not known
 */
export function init(options: InitOptions): Promise<FlueHarness> {
  const run = runScopes().getStore();
  if (run) {
    const harness = openHarness(options, run.scope);
    run.adopt(harness);
    return harness;
  }
  return openHarness(options, {
    agent: 'local',
    id: 'default',
    emitter: createEmitter(`run_${randomUUID()}`),
  });
}

/** Everything below the harness is loaded here, by the first one: importing this SDK costs next to nothing. */
export async function openHarness(options: InitOptions, scope: HarnessScope): Promise<FlueHarness> {
  const { createHarness } = await import('./create-harness.js');
  return createHarness(options, scope);
}

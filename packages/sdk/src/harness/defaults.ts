import { sandboxFromBashLike } from '../adapters/sandbox/bash-factory.js';
import { local } from '../adapters/sandbox/local.js';
import { sandboxFromSessionEnv } from '../adapters/sandbox/session-env.js';
import { virtual } from '../adapters/sandbox/virtual.js';
import { memoryStore } from '../adapters/store/memory.js';
import { OptionError } from '../errors/option-error.js';
import type { Sandbox } from '../ports/sandbox.js';
import type { SessionEnv } from '../ports/session-env.js';
import type { SessionStore } from '../ports/session-store.js';
import type { InitOptions } from './init-options.js';

/** The store of a harness that names none. */
export function defaultStore(): SessionStore {
  return memoryStore();
}

/** The sandbox that `init({ sandbox })` means. @throws {OptionError} */
export async function openSandbox(
  sandbox: InitOptions['sandbox'],
  place: { id: string; cwd?: string },
): Promise<Sandbox> {
  if (sandbox === undefined || sandbox === 'virtual' || sandbox === 'empty') return virtual().open(place);
  if (sandbox === 'local') return local().open(place);
  if (typeof sandbox === 'function') return sandboxFromBashLike(await sandbox(), place);
  if (typeof sandbox === 'object' && sandbox !== null) {
    if ('open' in sandbox && typeof sandbox.open === 'function') return sandbox.open(place);
    if ('createSessionEnv' in sandbox && typeof sandbox.createSessionEnv === 'function') {
      const env: unknown = await sandbox.createSessionEnv(place);
      if (typeof env === 'object' && env !== null) return sandboxFromSessionEnv(env as SessionEnv, place);
      throw new OptionError(`init({ sandbox }).createSessionEnv() gave ${String(env)}, not an environment.`);
    }
  }
  throw new OptionError(`init({ sandbox }) is ${JSON.stringify(sandbox)}, which is not a sandbox.`, {
    hint: "Accepted are 'virtual', 'empty', 'local', virtual({...}), local({...}), () => new Bash({...}), or { createSessionEnv }.",
  });
}

import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { readRoles, requireRole } from '../instructions/role.js';
import type { RequestSettings } from '../loop/asking/request-reply.js';
import { type LoopModel, resolveModel } from '../loop/models/resolve-model.js';
import type { RetrySettings } from '../loop/run-model-loop.js';
import type { SessionSettings, SessionWorld } from '../session/session-settings.js';
import { BUILTIN_TOOLS } from '../tools/builtin/index.js';
import { checkCustomTools } from '../tools/check-custom-tools.js';
import { createPathLocks } from '../tools/path-locks.js';
import { checkInitOptions } from './check-init-options.js';
import { defaultStore, openSandbox } from './defaults.js';
import { Harness } from './harness.js';
import type { HarnessScope } from './harness-scope.js';
import type { InitOptions } from './init-options.js';

/** Build a harness for a scope. Every option is checked before this resolves. @throws {OptionError} {UnknownModelError} */
export async function createHarness(options: InitOptions, scope: HarnessScope): Promise<Harness> {
  checkInitOptions(options);
  const settings = readSettings(options, scope);
  const id = options.id ?? scope.id;
  const name = options.name ?? 'default';
  const place = { id, cwd: options.cwd };
  const emitter = scope.emitter.child({ harness: name });
  if (options.onEvent) emitter.listen(options.onEvent);
  const world: SessionWorld = {
    store: options.persist ?? scope.store ?? defaultStore(),
    sandbox: await openSandbox(options.sandbox, place),
    locks: createPathLocks(),
    emitter,
    signal: scope.signal,
    owner: { host: hostname(), pid: process.pid, nonce: randomUUID() },
  };
  return new Harness({ agent: scope.agent, id, harness: name }, settings, world);
}

function readSettings(options: InitOptions, scope: HarnessScope): SessionSettings {
  const resolve: SessionSettings['resolveModel'] = (model, where) =>
    resolveModel(scope.model ?? model, where);
  if (options.compaction?.model !== undefined)
    resolve(options.compaction.model, 'init({ compaction }).model');
  const builtins = chosenBuiltins(options.builtinTools);
  const tools = options.tools ?? [];
  const roles = readRoles({ ...scope.roles, ...options.roles }, 'init({ roles })');
  for (const [name, { model }] of roles) {
    if (model !== undefined) resolve(model, `the model of role "${name}"`);
  }
  checkCustomTools(
    tools,
    builtins.map(({ name }) => name),
    (index) => `init({ tools })[${index}]`,
  );
  return {
    model: defaultModel(options, resolve),
    resolveModel: resolve,
    request: requestSettings(options),
    instructions: options.instructions,
    roles,
    role: requireRole(roles, options.role, 'init({ role })')?.name,
    retries: retrySettings(options, scope, resolve),
    tools: [...tools],
    builtins,
    compaction: { enabled: true, reserveTokens: 16_384, keepRecentTokens: 20_000, ...options.compaction },
    maxTurns: options.maxTurns ?? 500,
    maxToolCallsPerTurn: options.maxToolCallsPerTurn ?? 128,
  };
}

function defaultModel(
  { model }: InitOptions,
  resolve: SessionSettings['resolveModel'],
): LoopModel | undefined {
  return model === false ? undefined : resolve(model, 'init({ model })');
}

function chosenBuiltins(chosen: InitOptions['builtinTools'] = true) {
  if (typeof chosen === 'boolean') return chosen ? BUILTIN_TOOLS : [];
  const names: readonly string[] = chosen;
  return BUILTIN_TOOLS.filter((tool) => names.includes(tool.name));
}

/** A run's own model stands for every other, so it has no others to fall back to. */
function retrySettings(
  { retry, idleTimeoutMs = 300_000, fallbackModels = [] }: InitOptions,
  scope: HarnessScope,
  resolve: SessionSettings['resolveModel'],
): RetrySettings {
  const fallbacks = fallbackModels.map((model, index) =>
    resolve(model, `init({ fallbackModels })[${index}]`),
  );
  return {
    retry: { attempts: 5, minDelayMs: 1000, maxDelayMs: 60_000, ...retry },
    idleTimeoutMs,
    fallbacks: scope.model === undefined ? fallbacks : [],
  };
}

function requestSettings({ temperature, maxTokens, headers, thinkingLevel }: InitOptions): RequestSettings {
  return { temperature, maxTokens, headers, thinkingLevel };
}

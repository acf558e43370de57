import { randomUUID } from 'node:crypto';
import { AbortError } from '../errors/abort-error.js';
import { errorText } from '../errors/error-text.js';
import { OptionError } from '../errors/option-error.js';
import { createEmitter, type Emitter, type EventListener } from '../events/emitter.js';
import { type RunScope, runScopes } from '../harness/current-scope.js';
import type { FlueHarness } from '../harness/flue-harness.js';
import { openHarness } from '../harness/init.js';
import type { RoleSource } from '../instructions/role.js';
import type { LanguageModel } from '../ports/language-model.js';
import { keyComponentFault } from '../ports/session-key.js';
import type { SessionStore } from '../ports/session-store.js';
import { type CallHandle, createCallHandle } from '../session/call-handle.js';
import { toEventError } from '../session/operation.js';
import { jsonCopy } from '../tools/pipeline/json-text.js';
import type { AgentHandler, FlueContext, FlueLogger } from './flue-context.js';

export interface RunAgentOptions {
  /** The agent's name in session keys and events. */
  name: string;
  /** The agent's instance. Default: made for this run. */
  id?: string;
  /** Default `{}`. */
  payload?: unknown;
  /** Default `process.env`. */
  env?: Record<string, string | undefined>;
  /** Used for every call of the run, whatever the agent names: a cheaper model, a scripted one. */
  model?: string | LanguageModel;
  /** Roles that the agent's harnesses know, by name: the project's `.flue/roles`, parsed or as Markdown. */
  roles?: Record<string, RoleSource>;
  /** Where the run's sessions live. Default: in memory. */
  persist?: SessionStore;
  /** Receives every event of the run. What it throws is dropped. */
  onEvent?: EventListener;
  /** Aborts the run. */
  signal?: AbortSignal;
  req?: Request;
}

export interface RunResult {
  /** What the handler returned, as JSON holds it; `undefined` becomes null. */
  result: unknown;
  runId: string;
  id: string;
}

/** A run: a promise of its result, an async iterable of its events, and the means to abort it. */
export interface AgentRun extends CallHandle<RunResult> {
  readonly runId: string;
  readonly id: string;
}

/** How long a handler may still end by itself after its run was aborted. */
const GRACE_MS = 1000;

/**
 * Run an agent in this process, from payload to result. Rejects with what the handler threw, or with an
 * `AbortError`; either way every harness of the run is closed by then.
 * @throws {OptionError} the handler or an option is not usable
 */
export function runAgent(handler: AgentHandler, options: RunAgentOptions): AgentRun {
  checkRun(handler, options);
  const runId = `run_${randomUUID()}`;
  const id = options.id ?? randomUUID();
  const emitter = createEmitter(runId);
  if (options.onEvent) emitter.listen(options.onEvent);
  const handle = createCallHandle([options.signal], async ({ signal, onEvent }) => {
    const stopListening = emitter.listen(onEvent);
    try {
      return { result: await perform(handler, options, { runId, id, emitter, signal }), runId, id };
    } finally {
      stopListening();
    }
  });
  return Object.assign(handle, { runId, id });
}

interface Run {
  readonly runId: string;
  readonly id: string;
  readonly emitter: Emitter;
  readonly signal: AbortSignal;
}

async function perform(handler: AgentHandler, options: RunAgentOptions, run: Run): Promise<unknown> {
  const startedAt = performance.now();
  const harnesses: Promise<FlueHarness>[] = [];
  const scope = createScope(options, run, harnesses);
  let failure: { error: unknown } | undefined;
  run.emitter.emit({ type: 'run_start', agent: options.name, id: run.id });
  try {
    // A tick later, so that whoever starts the run can begin to read its events.
    await Promise.resolve();
    const returned = await untilAborted(run.signal, () =>
      runScopes().run(scope, () => handler(createContext(options, run, scope))),
    );
    return jsonResult(returned);
  } catch (error) {
    failure = { error };
    throw error;
  } finally {
    tellFault(run.emitter, await closeAll(harnesses));
    const durationMs = performance.now() - startedAt;
    const error = failure && toEventError(failure.error);
    run.emitter.emit({
      type: 'run_end',
      isError: failure !== undefined,
      durationMs,
      ...(error ? { error } : {}),
    });
  }
}

/** What went wrong while the run was cleaned up is told, and changes neither its result nor its error. */
function tellFault(emitter: Emitter, fault: { error: unknown } | undefined): void {
  if (!fault) return;
  emitter.emit({
    type: 'log',
    level: 'error',
    message: `A harness could not be closed: ${errorText(fault.error)}`,
  });
}

function createScope(options: RunAgentOptions, run: Run, harnesses: Promise<FlueHarness>[]): RunScope {
  const { name: agent, model, persist: store, roles } = options;
  const { id, emitter, signal } = run;
  return {
    scope: { agent, id, emitter, model, roles, store, signal },
    adopt: (harness) => void harnesses.push(harness),
  };
}

function createContext(options: RunAgentOptions, { id, runId, emitter }: Run, run: RunScope): FlueContext {
  return {
    id,
    runId,
    payload: options.payload === undefined ? {} : options.payload,
    env: options.env ?? process.env,
    req: options.req,
    log: createLogger(emitter),
    init(initOptions) {
      const harness = openHarness(initOptions, run.scope);
      run.adopt(harness);
      return harness;
    },
  };
}

function createLogger(emitter: Emitter): FlueLogger {
  const at =
    (level: 'debug' | 'info' | 'warn' | 'error') =>
    (message: string, attributes?: Record<string, unknown>): void =>
      emitter.emit({
        type: 'log',
        level,
        message: String(message),
        ...(attributes ? { attributes: jsonCopy(attributes) } : {}),
      });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

async function untilAborted(signal: AbortSignal, work: () => unknown): Promise<unknown> {
  if (signal.aborted) throw aborted(signal);
  let timer: NodeJS.Timeout | undefined;
  let onAbort = () => {};
  const gaveUp = new Promise<never>((_, reject) => {
    onAbort = () => {
      timer = setTimeout(() => reject(aborted(signal)), GRACE_MS);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    const value = await Promise.race([work(), gaveUp]);
    if (signal.aborted) throw aborted(signal);
    return value;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function aborted(signal: AbortSignal): AbortError {
  return new AbortError('The run was aborted.', { cause: signal.reason });
}

/** Closes every harness that was built. @returns the first fault */
async function closeAll(harnesses: readonly Promise<FlueHarness>[]): Promise<{ error: unknown } | undefined> {
  const built = await Promise.allSettled(harnesses);
  const closing = built.map((harness) =>
    harness.status === 'fulfilled' ? harness.value.close() : undefined,
  );
  const failed = (await Promise.allSettled(closing)).find((closed) => closed.status === 'rejected');
  return failed && { error: failed.reason };
}

function jsonResult(returned: unknown): unknown {
  if (returned === undefined) return null;
  try {
    const text = JSON.stringify(returned);
    if (text !== undefined) return JSON.parse(text);
  } catch (cause) {
    throw new OptionError(`The agent returned a value that is not JSON: ${errorText(cause)}`, { cause });
  }
  throw new OptionError(`The agent returned a ${typeof returned}, which is not JSON.`);
}

function checkRun(handler: unknown, options: RunAgentOptions): void {
  if (typeof handler !== 'function')
    throw new OptionError(`runAgent() needs a handler; got ${typeof handler}.`);
  const name = keyComponentFault(options.name);
  if (name) throw new OptionError(`runAgent({ name }) ${name}.`);
  const id = options.id === undefined ? undefined : keyComponentFault(options.id);
  if (id) throw new OptionError(`runAgent({ id }) ${id}.`);
}

import { randomUUID } from 'node:crypto';
import { OptionError } from '../errors/option-error.js';
import { PathError } from '../errors/path-error.js';
import type { LoopModel } from '../loop/models/resolve-model.js';
import type { RequestSettings } from '../loop/request-reply.js';
import type { Sandbox } from '../ports/sandbox.js';
import type { ToolDef } from '../ports/tool.js';
import { addUsage } from '../ports/usage.js';
import type { DelegateRequest, DelegateResult } from '../tools/tool.js';
import type { PromptResponse } from './call-options.js';
import { describe, type Operation } from './operation.js';
import type { Session } from './session.js';
import { MAX_TASK_DEPTH } from './session-settings.js';

/** What a task takes over from the call that delegates it. */
export interface Inherited {
  readonly model: LoopModel;
  readonly settings: RequestSettings;
  readonly custom: readonly ToolDef[];
}

export interface TaskRequest {
  readonly prompt: string;
  readonly cwd?: string;
  readonly signal: AbortSignal;
}

/** The delegation that the model's `task` tool may use; absent at the deepest level. */
export function createDelegate(session: Session, operation: Operation, inherited: Inherited) {
  if (session.depth >= MAX_TASK_DEPTH) return undefined;
  return async (request: DelegateRequest): Promise<DelegateResult> => {
    const { taskId, response } = await runTask(session, operation, inherited, request);
    return { taskId, text: response.text, usage: response.usage };
  };
}

/** Run a piece of work in a session of its own: own history, same sandbox, the working directory of its choice. */
export async function runTask(
  session: Session,
  operation: Operation,
  inherited: Inherited,
  request: TaskRequest,
): Promise<{ taskId: string; response: PromptResponse }> {
  const taskId = `task_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const startedAt = performance.now();
  const sandbox = await workplace(session.world.sandbox, request.cwd);
  const emitter = operation.emitter.child({ taskId });
  emitter.emit({ type: 'task_start', taskId, prompt: request.prompt, cwd: request.cwd });
  const child = await openChild(session, inherited, taskId, sandbox, emitter);
  try {
    const response = await child.prompt(request.prompt, { signal: request.signal });
    addUsage(operation.usage, response.usage);
    report(false, response.text);
    return { taskId, response };
  } catch (error) {
    report(true, describe(error).message);
    throw error;
  } finally {
    await child.close();
  }

  function report(isError: boolean, result: string): void {
    emitter.emit({ type: 'task', taskId, isError, result, durationMs: performance.now() - startedAt });
  }
}

/** @throws {OptionError} `cwd` is not a directory of the sandbox */
async function workplace(sandbox: Sandbox, cwd: string | undefined): Promise<Sandbox> {
  if (cwd === undefined) return sandbox;
  try {
    const place = sandbox.at(cwd);
    if ((await place.stat('.')).isDirectory) return place;
  } catch (error) {
    if (!(error instanceof PathError)) throw error;
  }
  throw new OptionError(`The task's cwd ${JSON.stringify(cwd)} is not a directory of the sandbox.`);
}

function openChild(
  session: Session,
  inherited: Inherited,
  taskId: string,
  sandbox: Sandbox,
  emitter: Operation['emitter'],
): Promise<Session> {
  const { model, settings: request, custom: tools } = inherited;
  const parentSession = session.key.task?.split('.').at(-1) ?? session.id;
  return session.openTask(
    taskId,
    { ...session.settings, model, request, tools },
    { ...session.world, sandbox, emitter: emitter.child({ session: taskId, parentSession }) },
  );
}

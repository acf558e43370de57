import { randomUUID } from 'node:crypto';
import { OptionError } from '../errors/option-error.js';
import { PathError } from '../errors/path-error.js';
import { requireRole } from '../instructions/role.js';
import type { ImageContent } from '../ports/message.js';
import type { Sandbox } from '../ports/sandbox.js';
import type { ToolSchema } from '../ports/tool.js';
import { addUsage } from '../ports/usage.js';
import type { DelegateRequest, DelegateResult } from '../tools/tool.js';
import type { PromptResponse } from './call-options.js';
import type { CallSettings } from './call-settings.js';
import { type Operation, toEventError } from './operation.js';
import type { Session } from './session.js';
import { MAX_TASK_DEPTH } from './session-settings.js';

export interface TaskRequest {
  readonly prompt: string;
  readonly cwd?: string;
  readonly description?: string;
  readonly toolCallId?: string;
  readonly images?: ImageContent[];
  /** The shape of the result, if the caller wants one. */
  readonly schema?: ToolSchema;
  readonly signal: AbortSignal;
}

/** The delegation that the model's `task` tool may use; absent at the deepest level. */
export function createDelegate(session: Session, operation: Operation, inherited: CallSettings) {
  if (session.depth >= MAX_TASK_DEPTH) return undefined;
  return async (request: DelegateRequest): Promise<DelegateResult> => {
    const settings = inRole(session, inherited, request.role);
    const { taskId, response } = await runTask(session, operation, settings, request);
    return { taskId, text: response.text, usage: response.usage };
  };
}

/** Run a piece of work in a session of its own: own history, same sandbox, the working directory of its choice. */
export async function runTask(
  session: Session,
  operation: Operation,
  inherited: CallSettings,
  request: TaskRequest,
): Promise<{ taskId: string; response: PromptResponse }> {
  const taskId = `task_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
  const startedAt = performance.now();
  const sandbox = await taskSandbox(session.world.sandbox, request.cwd);
  const emitter = operation.emitter.child({ taskId });
  const { prompt, description, cwd, toolCallId } = request;
  emitter.emit({
    type: 'task_start',
    taskId,
    prompt,
    description,
    role: inherited.role?.name,
    cwd,
    toolCallId,
  });
  let child: Session | undefined;
  try {
    child = await openChild(session, inherited, taskId, sandbox, emitter);
    const response = await askChild(child, request);
    addUsage(operation.usage, response.usage);
    report(false, response.text);
    return { taskId, response };
  } catch (error) {
    report(true, toEventError(error).message);
    throw error;
  } finally {
    await child?.close();
  }

  function report(isError: boolean, result: string): void {
    emitter.emit({ type: 'task', taskId, isError, result, durationMs: performance.now() - startedAt });
  }
}

/** The settings of a task for which the model chose a role: the role's model and level come with it. */
function inRole(session: Session, inherited: CallSettings, name: string | undefined): CallSettings {
  const role = requireRole(session.settings.roles, name, 'role');
  if (!role) return inherited;
  const { model, thinkingLevel } = role;
  return {
    ...inherited,
    role,
    model:
      model === undefined
        ? inherited.model
        : session.settings.resolveModel(model, `the model of role "${name}"`),
    request: { ...inherited.request, thinkingLevel: thinkingLevel ?? inherited.request.thinkingLevel },
  };
}

function askChild(
  child: Session,
  { prompt, images, schema, signal }: TaskRequest,
): PromiseLike<PromptResponse> {
  return schema === undefined
    ? child.prompt(prompt, { images, signal })
    : child.prompt(prompt, { images, signal, schema });
}

/** @throws {OptionError} `cwd` is not a directory of the sandbox */
async function taskSandbox(sandbox: Sandbox, cwd: string | undefined): Promise<Sandbox> {
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
  inherited: CallSettings,
  taskId: string,
  sandbox: Sandbox,
  emitter: Operation['emitter'],
): Promise<Session> {
  const { model, request, role, custom: tools } = inherited;
  const parentSession = session.key.task?.split('.').at(-1) ?? session.id;
  // The role goes along as instructions; its model and level have had their say in the call that delegates.
  const roles = new Map(session.settings.roles);
  if (role?.name) roles.set(role.name, { ...role, model: undefined, thinkingLevel: undefined });
  return session.openTask(
    taskId,
    { ...session.settings, model, request, roles, role: role?.name, tools },
    { ...session.world, sandbox, emitter: emitter.child({ session: taskId, parentSession }) },
  );
}

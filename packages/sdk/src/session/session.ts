import { OptionError } from '../errors/option-error.js';
import { SessionBusyError } from '../errors/session-busy-error.js';
import { SessionIdleError } from '../errors/session-idle-error.js';
import { SessionNotFoundError } from '../errors/session-not-found-error.js';
import type { Emitter } from '../events/emitter.js';
import type { OperationKind } from '../events/vocabulary.js';
import { type AgentTool, type RunCall, toAgentTool } from '../loop/agent-tool.js';
import type { Message, UserMessage } from '../ports/message.js';
import type { Sandbox, SandboxFiles } from '../ports/sandbox.js';
import type { ShellResult } from '../ports/session-env.js';
import { formatSessionKey, type SessionKey } from '../ports/session-key.js';
import type { OpenOptions } from '../ports/session-store.js';
import type { ToolDef } from '../ports/tool.js';
import { checkCustomTools } from '../tools/check-custom-tools.js';
import { withOutputs } from '../tools/outputs.js';
import type { Tool } from '../tools/tool.js';
import { type CallHandle, createCallHandle } from './call-handle.js';
import type {
  CompactOptions,
  CompactResponse,
  ShapedOptions,
  ShellOptions,
  SkillOptions,
  TaskOptions,
} from './call-options.js';
import { checkPrompt, checkShell, checkSkill, checkTask } from './check-call-options.js';
import type { FlueSession } from './flue-session.js';
import { type Prepare, runOperation } from './operation.js';
import { prepareCompact } from './operations/compact.js';
import { preparePrompt } from './operations/prompt.js';
import { runShell } from './operations/shell.js';
import { prepareSkill } from './operations/skill.js';
import { prepareTask } from './operations/task.js';
import { sandboxFiles } from './sandbox-files.js';
import { SessionJournal } from './session-journal.js';
import type { SessionSettings, SessionWorld } from './session-settings.js';
import { createSteering } from './steering.js';

/** One conversation: host-level calls on it are exclusive, and everything that happens in it is in its journal. */
export class Session implements FlueSession {
  readonly key: SessionKey;
  /** The key as one text. */
  readonly sessionId: string;
  /** The sandbox as the model's tools see it, oversized outputs included. */
  readonly sandbox: Sandbox;
  readonly emitter: Emitter;
  readonly steering = createSteering();
  /** The role of its calls that name none. */
  role: string | undefined;
  private running: { kind: OperationKind; abort: (reason?: unknown) => void } | undefined;
  private idle: Promise<unknown> = Promise.resolve();
  private gone: 'deleted' | 'closed' | undefined;
  private readonly goneListeners: (() => void)[] = [];

  private constructor(
    readonly journal: SessionJournal,
    readonly settings: SessionSettings,
    readonly world: SessionWorld,
    readonly depth: number,
  ) {
    this.key = journal.key;
    this.sessionId = formatSessionKey(journal.key);
    this.sandbox = withOutputs(world.sandbox, (digest) => journal.readBlob(digest));
    this.emitter = world.emitter;
  }

  /** @throws {SessionNotFoundError} {SessionExistsError} {StoreError} */
  static async open(
    key: SessionKey,
    mode: OpenOptions['mode'],
    settings: SessionSettings,
    world: SessionWorld,
    depth = 0,
  ): Promise<Session> {
    const journal = await SessionJournal.open(world.store, key, {
      mode,
      owner: world.owner,
      signal: world.signal,
    });
    return new Session(journal, settings, world, depth);
  }

  /** The session's name. */
  get id(): string {
    return this.key.session;
  }

  get name(): string {
    return this.key.session;
  }

  // What a call resolves to depends on `schema` and `result`; FlueSession says how.
  readonly prompt = ((text: string, options: ShapedOptions = {}) =>
    this.call('prompt', options?.signal, (operation) => {
      checkPrompt('prompt', text, options);
      return preparePrompt(this, operation, text, options);
    })) as FlueSession['prompt'];

  readonly skill = ((name: string, options: SkillOptions & ShapedOptions = {}) =>
    this.call('skill', options?.signal, (operation) => {
      checkSkill(name, options);
      return prepareSkill(this, operation, name, options);
    })) as FlueSession['skill'];

  readonly task = ((text: string, options: TaskOptions & ShapedOptions = {}) =>
    this.call('task', options?.signal, (operation) => {
      checkTask(text, options);
      return prepareTask(this, operation, text, options);
    })) as FlueSession['task'];

  shell(command: string, options: ShellOptions = {}): CallHandle<ShellResult> {
    return this.call('shell', options?.signal, (operation) => {
      checkShell(command, options);
      return () => runShell(this, operation, command, options);
    });
  }

  compact(options: CompactOptions = {}): CallHandle<CompactResponse> {
    return this.call('compact', options?.signal, (operation) => prepareCompact(this, operation, options));
  }

  get fs(): SandboxFiles {
    return sandboxFiles(this.sandbox);
  }

  history(): Message[] {
    return structuredClone(this.journal.conversation.messages);
  }

  steer(text: string): void {
    if (typeof text !== 'string' || text.trim() === '') throw new OptionError('steer() needs a text.');
    const message: UserMessage = { role: 'user', content: text, timestamp: Date.now() };
    if (!this.running || !this.steering.add(message)) {
      throw new SessionIdleError(`Session "${this.id}" has no call running that could take the message.`, {
        hint: 'Use prompt() for the next message.',
      });
    }
  }

  abort(reason?: unknown): void {
    this.running?.abort(reason);
  }

  async delete(): Promise<void> {
    if (this.running) throw this.busy('delete');
    await this.world.store.delete(this.key);
    this.leave('deleted');
  }

  /** Let go of the session; a running call is aborted first. */
  async close(): Promise<void> {
    this.running?.abort(new DOMException('the session was closed', 'AbortError'));
    await this.idle;
    if (this.gone) return;
    this.leave('closed');
    await this.journal.release();
  }

  /**
   * Validate custom tools against the built-ins that are switched on (of `BUILTIN_TOOL_NAMES`), and wrap each one
   * as an `AgentTool` of the model's loop.
   * @throws {OptionError} naming the tool and the rule it breaks
   */
  createCustomTools(definitions: readonly ToolDef[], run: RunCall): AgentTool[] {
    return this.checkCustomTools(definitions).map((tool) => toAgentTool(tool, run));
  }

  /** @throws {OptionError} naming the tool and the rule it breaks */
  checkCustomTools(definitions: readonly ToolDef[]): Tool[] {
    return checkCustomTools(
      definitions,
      this.settings.builtins.map(({ name }) => name),
      (index) => toolPlace(index, this.settings.tools.length),
    );
  }

  /** A session for a task: same key but for the task's id, same store. */
  openTask(taskId: string, settings: SessionSettings, world: SessionWorld): Promise<Session> {
    const task = this.key.task === undefined ? taskId : `${this.key.task}.${taskId}`;
    return Session.open({ ...this.key, task }, 'new', settings, world, this.depth + 1);
  }

  /** Its name only: settings and headers are nobody's log line. */
  toJSON(): { id: string; sessionId: string } {
    return { id: this.id, sessionId: this.sessionId };
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return `Session ${JSON.stringify(this.sessionId)}`;
  }

  /** Tell when the session was deleted or closed. */
  onGone(listener: () => void): void {
    if (this.gone) listener();
    else this.goneListeners.push(listener);
  }

  private leave(how: 'deleted' | 'closed'): void {
    this.gone = how;
    for (const listener of this.goneListeners) listener();
  }

  private call<T>(kind: OperationKind, signal: AbortSignal | undefined, prepare: Prepare<T>): CallHandle<T> {
    const claimed = !this.running && !this.gone;
    const handle = createCallHandle<T>([signal, this.world.signal], async (scope) => {
      if (this.gone) throw new SessionNotFoundError(`Session "${this.id}" was ${this.gone}.`);
      if (this.running) throw this.busy(kind);
      this.running = { kind, abort: scope.abort };
      const emitter = this.emitter.child({});
      const stopListening = emitter.listen(scope.onEvent);
      try {
        return await runOperation({ kind, journal: this.journal, emitter, signal: scope.signal }, prepare);
      } finally {
        stopListening();
        this.running = undefined;
      }
    });
    if (claimed) this.idle = handle.catch(() => undefined);
    return handle;
  }

  private busy(verb: string): SessionBusyError {
    return new SessionBusyError(
      `Session "${this.id}" is busy with ${this.running?.kind}(); ${verb}() has to wait.`,
      {
        hint: 'Await the first call, use steer() to add to it, or open a second session.',
      },
    );
  }
}

/** Where a tool of a call stands: global ones come first. */
function toolPlace(index: number, globals: number): string {
  return index < globals ? `init({ tools })[${index}]` : `tools[${index - globals}] of the call`;
}

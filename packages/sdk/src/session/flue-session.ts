import type { Message } from '../ports/message.js';
import type { SandboxFiles } from '../ports/sandbox.js';
import type { ShellResult } from '../ports/session-env.js';
import type { InferSchema, ToolSchema } from '../ports/tool.js';
import type { CallHandle } from './call-handle.js';
import type {
  CompactOptions,
  CompactResponse,
  PromptOptions,
  PromptResponse,
  ResultOption,
  SchemaOption,
  SchemaResponse,
  ShellOptions,
  SkillOptions,
  TaskOptions,
} from './call-options.js';

/**
 * One conversation. `prompt`, `skill`, `task` and `shell` are exclusive: a second one while the first runs rejects with
 * `SessionBusyError`. Everything else may be used at any time.
 */
export interface FlueSession {
  /** The session's name. */
  readonly id: string;
  readonly name: string;
  /**
   * Ask the model, and let it work with its tools until it answers.
   * With `schema` or `result` the model hands over a value of that shape.
   * Rejects with `OptionError`, `MissingKeyError`, `ProviderError`, `TurnLimitError`, `NoResultError`, `AbortError`,
   * `StoreError`.
   */
  prompt<S extends ToolSchema>(
    text: string,
    options: PromptOptions & SchemaOption<S>,
  ): CallHandle<SchemaResponse<InferSchema<S>>>;
  prompt<S extends ToolSchema>(
    text: string,
    options: PromptOptions & ResultOption<S>,
  ): CallHandle<InferSchema<S>>;
  prompt(text: string, options?: PromptOptions): CallHandle<PromptResponse>;
  /**
   * Have the model follow a skill of `.agents/skills`, by its name or its path below that folder. Rejects as
   * `prompt` does.
   */
  skill<S extends ToolSchema>(
    name: string,
    options: SkillOptions & SchemaOption<S>,
  ): CallHandle<SchemaResponse<InferSchema<S>>>;
  skill<S extends ToolSchema>(
    name: string,
    options: SkillOptions & ResultOption<S>,
  ): CallHandle<InferSchema<S>>;
  skill(name: string, options?: SkillOptions): CallHandle<PromptResponse>;
  /** Hand a piece of work to a child session: own history, same sandbox. Rejects as `prompt` does. */
  task<S extends ToolSchema>(
    text: string,
    options: TaskOptions & SchemaOption<S>,
  ): CallHandle<SchemaResponse<InferSchema<S>>>;
  task<S extends ToolSchema>(
    text: string,
    options: TaskOptions & ResultOption<S>,
  ): CallHandle<InferSchema<S>>;
  task(text: string, options?: TaskOptions): CallHandle<PromptResponse>;
  /** Run a command in the sandbox; the model learns of it with the next prompt. A non-zero exit does not reject. */
  shell(command: string, options?: ShellOptions): CallHandle<ShellResult>;
  /** Put a summary in place of all but the latest messages, now. */
  compact(options?: CompactOptions): CallHandle<CompactResponse>;
  /** Files of the sandbox. Relative paths start from the session's `cwd`. Not part of the conversation. */
  readonly fs: SandboxFiles;
  /** A copy of the conversation so far. */
  history(): Message[];
  /** Add a message to the running call; the model sees it with its next request. @throws {SessionIdleError} */
  steer(text: string): void;
  /** Abort the running call, if there is one. */
  abort(reason?: unknown): void;
  /** Remove the session and all it holds. @throws {SessionBusyError} while a call runs */
  delete(): Promise<void>;
}

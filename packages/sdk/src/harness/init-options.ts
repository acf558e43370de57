import type { EventListener } from '../events/emitter.js';
import type { Role } from '../instructions/role.js';
import type { Instructions } from '../instructions/system-prompt.js';
import type { RetryPolicy } from '../loop/asking/next-try.js';
import type { LanguageModel, ThinkingLevel } from '../ports/language-model.js';
import type { SandboxProvider } from '../ports/sandbox.js';
import type { BashFactory, SandboxFactory } from '../ports/session-env.js';
import type { SessionStore } from '../ports/session-store.js';
import type { ToolDef } from '../ports/tool.js';
import type { CompactionSettings } from '../session/session-settings.js';
import type { BuiltinToolName } from '../tools/builtin-tool-names.js';

/** What `init()` accepts. Everything but `model` has a default. */
export interface InitOptions {
  /** `provider/id`, a model object, or false when every call names its own. */
  model: string | LanguageModel | false;
  /** Where commands run and files are. Default `'virtual'`: in memory, nothing of the host. */
  sandbox?: 'virtual' | 'empty' | 'local' | SandboxProvider | SandboxFactory | BashFactory;
  /** Working directory, relative to the sandbox's own (for `local`: the process's). */
  cwd?: string;
  /** The harness's name in session keys. Default `default`. */
  name?: string;
  /** The agent's instance in session keys. Default: the run's, else `default`. */
  id?: string;
  /** The role of every call that names none. */
  role?: string;
  /** Roles by name; they come before those of the run (`.flue/roles`). */
  roles?: Record<string, Role>;
  /** Added to the system prompt; `{ replace }` stands in place of its first paragraph. */
  instructions?: Instructions;
  /** Effort the model puts into thinking. Default: the provider's. */
  thinkingLevel?: ThinkingLevel;
  /** Sampling temperature, 0 to 2. Default: the provider's. */
  temperature?: number;
  /** Most tokens of one reply. Default: the model's limit, at most 32,000. */
  maxTokens?: number;
  /** HTTP headers of every model request. */
  headers?: Record<string, string>;
  /**
   * When a request failed by overload, rate limit or a broken connection: how often it is made in all (5), and the
   * shortest (1,000) and longest (60,000) wait between. A longer `Retry-After` fails at once.
   */
  retry?: Partial<RetryPolicy>;
  /** A reply of which nothing arrives for so long is given up. Default 300,000. */
  idleTimeoutMs?: number;
  /** Asked in turn when the model has failed for good. Tools that ran do not run again. */
  fallbackModels?: (string | LanguageModel)[];
  /** Most replies of one call. Default 500. */
  maxTurns?: number;
  /** Most tool calls of one reply; more get an error result. Default 128. */
  maxToolCallsPerTurn?: number;
  /** Long conversations. Default: on, `reserveTokens` 16,384, `keepRecentTokens` 20,000. */
  compaction?: Partial<CompactionSettings>;
  /** Custom tools of every call. */
  tools?: ToolDef[];
  /** Which built-in tools the model sees. Default true: all. */
  builtinTools?: boolean | BuiltinToolName[];
  /** Where sessions live. Default: in memory. */
  persist?: SessionStore;
  /** Receives every event of the harness. What it throws is dropped. */
  onEvent?: EventListener;
}

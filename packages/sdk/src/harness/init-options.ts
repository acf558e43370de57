import type { EventListener } from '../events/emitter.js';
import type { LanguageModel, ThinkingLevel } from '../ports/language-model.js';
import type { SandboxProvider } from '../ports/sandbox.js';
import type { BashFactory, SandboxFactory } from '../ports/session-env.js';
import type { SessionStore } from '../ports/session-store.js';
import type { ToolDef } from '../ports/tool.js';
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
  /** Effort the model puts into thinking. Default: the provider's. */
  thinkingLevel?: ThinkingLevel;
  /** Sampling temperature, 0 to 2. Default: the provider's. */
  temperature?: number;
  /** Most tokens of one reply. Default: the model's limit, at most 32,000. */
  maxTokens?: number;
  /** HTTP headers of every model request. */
  headers?: Record<string, string>;
  /** Most replies of one call. Default 500. */
  maxTurns?: number;
  /** Most tool calls of one reply; more get an error result. Default 128. */
  maxToolCallsPerTurn?: number;
  /** Custom tools of every call. */
  tools?: ToolDef[];
  /** Which built-in tools the model sees. Default true: all. */
  builtinTools?: boolean | BuiltinToolName[];
  /** Where sessions live. Default: in memory. */
  persist?: SessionStore;
  /** Receives every event of the harness. What it throws is dropped. */
  onEvent?: EventListener;
}

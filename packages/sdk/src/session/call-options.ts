import type { LanguageModel, ThinkingLevel } from '../ports/language-model.js';
import type { ImageContent, StopReason, Usage } from '../ports/message.js';
import type { ToolDef, ToolSchema } from '../ports/tool.js';

/** Options of one `prompt`. */
export interface PromptOptions {
  /** Custom tools of this call only, beside those of `init()`. */
  tools?: ToolDef[];
  /** `provider/id`, or a model object. Default: the harness's. */
  model?: string | LanguageModel;
  /** A role of `init({ roles })` or `.flue/roles`. Default: the session's, else the harness's. */
  role?: string;
  /** Shown to the model with the text. The model must take images. */
  images?: ImageContent[];
  /** Default: the role's, else the harness's, else the provider's. */
  thinkingLevel?: ThinkingLevel;
  /** Default: the harness's. */
  temperature?: number;
  /** Default: the harness's. */
  maxTokens?: number;
  /** Added to the harness's. */
  headers?: Record<string, string>;
  /** Aborts the call. */
  signal?: AbortSignal;
}

/** Adds to a call: the model hands over a result of this shape, or the call rejects with `NoResultError`. */
export interface SchemaOption<S extends ToolSchema> {
  /** TypeBox, JSON Schema, or any Standard Schema (zod, valibot, arktype). The response has its value as `data`. */
  schema: S;
}

/** As `schema`, but the call resolves to the bare value. */
export interface ResultOption<S extends ToolSchema> {
  result: S;
}

/** The options of a call whose result may have a shape. */
export type ShapedOptions = PromptOptions & Partial<SchemaOption<ToolSchema> & ResultOption<ToolSchema>>;

/** What a call with `schema` resolves to. */
export interface SchemaResponse<T> extends PromptResponse {
  data: T;
}

/** Options of one `task`. */
export interface TaskOptions extends PromptOptions {
  /** Where the task works, relative to the session's `cwd`; its AGENTS.md is read. */
  cwd?: string;
}

/** Options of one `skill`. */
export interface SkillOptions extends PromptOptions {
  /** Told to the model as JSON. */
  args?: Record<string, unknown>;
}

/** Options of one `compact`. */
export interface CompactOptions {
  /** Writes the summary. Default: `compaction.model` of `init()`, else the harness's model. */
  model?: string | LanguageModel;
  signal?: AbortSignal;
}

export interface CompactResponse {
  /** False when there was nothing to leave out. */
  compacted: boolean;
  usage: Usage;
}

/** Options of one `shell`. */
export interface ShellOptions {
  /** Variables for this command. Their values are not kept in the session. */
  env?: Record<string, string>;
  /** Relative to the session's `cwd`. */
  cwd?: string;
  /** Wall-clock limit in seconds. Default: the sandbox's. */
  timeout?: number;
  signal?: AbortSignal;
}

/** What a `prompt` or `task` resolves to. */
export interface PromptResponse {
  /** The model's last reply. */
  text: string;
  /** Summed over the turns of the call and of its tasks. */
  usage: Usage;
  model: { id: string };
  stopReason: StopReason;
  /** How many tool calls the model made, its tasks' own not counted. */
  toolCalls: number;
}

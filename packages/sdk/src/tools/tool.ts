import type { Usage } from '../events/vocabulary.js';
import type { JsonSchema, ToolContext } from '../ports/tool.js';
import type { PathLocks } from './path-locks.js';

/** A tool ready to run: its name is checked and its schema compiled. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  /** What the model sees of its arguments. */
  readonly parameters: JsonSchema;
  readonly origin: 'builtin' | 'custom';
  readonly executionMode: 'parallel' | 'sequential';
  /** Milliseconds; absent means none. */
  readonly timeoutMs?: number;
  /** Which end of an oversized text the model is shown. */
  readonly overflow: 'head' | 'tail';
  /** Check and convert what the model sent. Never throws. */
  parse(input: unknown): ParsedInput | Promise<ParsedInput>;
  /** Run the author's code on parsed input. */
  execute(input: unknown, ctx: ToolContext, services: ToolServices): unknown;
}

export type ParsedInput = { ok: true; value: unknown } | { ok: false; issues: readonly string[] };

/** What built-in tools may use beyond the public `ToolContext`. */
export interface ToolServices {
  /** Shared by everything that writes to one sandbox. */
  readonly locks: PathLocks;
  /** Hand a piece of work to a child session. Absent where delegation is not possible. */
  readonly delegate?: (request: DelegateRequest) => Promise<DelegateResult>;
}

export interface DelegateRequest {
  prompt: string;
  description?: string;
  role?: string;
  cwd?: string;
  toolCallId: string;
  signal: AbortSignal;
}

export interface DelegateResult {
  /** The child's final text. */
  text: string;
  taskId: string;
  usage: Usage;
}

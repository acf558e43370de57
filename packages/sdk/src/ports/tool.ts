import type { Static, TSchema } from '@sinclair/typebox';
import type { ToolOutcome } from '../events/vocabulary.js';
import type { ImageContent, Message, TextContent } from './message.js';
import type { Sandbox } from './sandbox.js';
import type { StandardSchema } from './standard-schema.js';

export type { ToolOutcome };

/** JSON Schema 2020-12 as a plain object. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What may describe a tool's arguments. */
export type ToolSchema = TSchema | StandardSchema | JsonSchema;

/** The type of the value that a schema accepts, as the tool's author receives it. */
export type InferSchema<S> = ToolSchema extends S
  ? OpenArguments
  : S extends TSchema
    ? Static<S>
    : S extends StandardSchema<unknown, infer Output>
      ? Output
      : OpenArguments;

// biome-ignore lint/suspicious/noExplicitAny: a schema that is not typed says nothing to the compiler, and scripts of the public Flue API read its arguments freely
type OpenArguments = Record<string, any>;

/** `any` stands for a schema of whatever type, so that tools of different parameters fit into one list. */
type SchemaOf<P> = 0 extends 1 & P ? ToolSchema : P;

/** A tool the model can call. `execute` may be `(args)`, `(args, signal)` or `(args, ctx)`. */
// biome-ignore lint/suspicious/noExplicitAny: P is invariant, and `any` is what every ToolDef<P> is assignable to
export interface ToolDef<P extends ToolSchema = any> {
  /** `/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/`, unique among built-in and custom tools, letter case aside. */
  name: string;
  /** Tells the model what the tool does and when to use it. */
  description: string;
  parameters: SchemaOf<P>;
  /** Receives validated arguments. A throw or `isError: true` reaches the model as an error; the run goes on. */
  execute(args: InferSchema<P>, ctx: ToolContext): unknown;
  /** Wall-clock limit of one call in milliseconds. Default none. */
  timeoutMs?: number;
  /** `sequential`: no other call of the same reply runs beside it. Default `parallel`. */
  executionMode?: 'parallel' | 'sequential';
}

/**
 * Second argument of `execute`: the call's own `AbortSignal`, with the call's surroundings as fields, so that
 * `(args, signal)` and `(args, { cwd })` both read naturally.
 */
export interface ToolContext extends AbortSignal {
  /** This same signal. Aborts when the call is aborted or times out. */
  readonly signal: AbortSignal;
  /** The sandbox's working directory. */
  readonly cwd: string;
  readonly sessionId: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly sandbox: Sandbox;
  /** The conversation so far, read-only. */
  readonly messages: readonly Message[];
  /** Report progress; any number of times. Ignored once the call has settled. */
  onUpdate(update: ToolUpdate): void;
}

export interface ToolUpdate {
  text?: string;
  details?: Record<string, unknown>;
}

/** What `execute` may return for full control. `content` must be an array; anything else is plain JSON data. */
export interface ToolResult {
  content: (TextContent | ImageContent)[];
  isError?: boolean;
  /** For programs: kept in the journal and on the event, not sent to the model. */
  details?: Record<string, unknown>;
}

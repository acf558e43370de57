import type { EventBody } from '../../events/event.js';
import type { ToolOutcome } from '../../events/vocabulary.js';
import type { JournalEntry } from '../../ports/journal-entry.js';
import type { Message } from '../../ports/message.js';
import type { Sandbox } from '../../ports/sandbox.js';
import type { StoredBlob } from '../../ports/session-store.js';
import type { ToolResult } from '../../ports/tool.js';
import type { Tool, ToolServices } from '../tool.js';

/** A call as the model asked for it, or as the journal kept it. */
export interface ToolCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly arguments: ToolCallArguments;
  /** Its `tool_start` event was told already, by a process before this one. */
  readonly announced?: boolean;
}

/** Arguments that are whole, or why they must not be used. */
export type ToolCallArguments =
  | { readonly usable: true; readonly value: unknown }
  | {
      readonly usable: false;
      readonly outcome: 'invalid-input' | 'blocked' | 'unknown-tool';
      readonly fault: string;
    };

/** How a call ended. Every call ends in exactly one of these, whatever happened. */
export interface SettledToolCall extends Required<ToolResult> {
  readonly outcome: ToolOutcome;
  readonly durationMs: number;
}

/** Everything a call may touch. */
export interface ToolCallEnvironment {
  readonly tools: ReadonlyMap<string, Tool>;
  readonly sandbox: Sandbox;
  readonly services: ToolServices;
  readonly sessionId: string;
  readonly operationId: string;
  /** The conversation so far. */
  messages(): readonly Message[];
  /** The model can be shown images. */
  readonly acceptsImages: boolean;
  /** Aborts when the operation is aborted. */
  readonly signal: AbortSignal;
  /** Resolves when the entries are kept. A rejection must end the operation: what follows could not be kept. */
  journal(entries: JournalEntry[], blobs?: readonly StoredBlob[]): Promise<void>;
  emit(event: EventBody): void;
}

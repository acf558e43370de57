import type { OperationKind, ToolOutcome } from '../events/vocabulary.js';
import type { AssistantMessage, ImageContent, TextContent, UserMessage } from './message.js';

/**
 * One record of a session, plain JSON. Everything that can be known of a session follows from its entries in
 * order; nothing else is stored. A reader that meets a `type` it does not know must refuse the session.
 */
export type JournalEntry =
  | SessionStartEntry
  | OperationStartEntry
  | OperationEndEntry
  | UserMessageEntry
  | AssistantMessageEntry
  | CompactionEntry
  | ToolStartEntry
  | ToolResultEntry;

/** Always the first entry, and only the first. */
export interface SessionStartEntry {
  type: 'session_start';
  /** Version of this vocabulary. */
  version: 1;
}

/** A host-level call, or a task of the model's, begins. */
export interface OperationStartEntry {
  type: 'operation_start';
  operationId: string;
  kind: OperationKind;
}

export interface OperationEndEntry {
  type: 'operation_end';
  operationId: string;
  status: 'completed' | 'failed' | 'aborted';
  /** For `failed` and `aborted`: the error's code and message. */
  error?: { code: string; message: string };
}

export interface UserMessageEntry {
  type: 'user_message';
  operationId: string;
  /** `shell`: what a script ran with `session.shell`, told to the model with the next request. */
  source: 'prompt' | 'skill' | 'task' | 'steer' | 'reminder' | 'shell';
  message: UserMessage;
}

/** A whole reply. A reply that broke off is not an entry, except what an abort left of its text. */
export interface AssistantMessageEntry {
  type: 'assistant_message';
  operationId: string;
  message: AssistantMessage;
  /** Calls of the message that must not run as they stand in it, by their id. */
  refused?: Record<string, RefusedCall>;
}

/** A call whose arguments cannot be used, or whose name no provider would take back. */
export interface RefusedCall {
  /** As the model wrote it. */
  toolName: string;
  outcome: 'invalid-input' | 'blocked' | 'unknown-tool';
  fault: string;
}

/** From here on a summary stands in place of all messages of entries before `keptFrom`. */
export interface CompactionEntry {
  type: 'compaction';
  operationId: string;
  reason: 'threshold' | 'overflow' | 'manual';
  summary: string;
  /** The text of the call that is being worked on, where it is not among the kept messages. */
  request?: string;
  /** Sequence of the first entry whose message is kept; one beyond the last so far if none is. */
  keptFrom: number;
}

/** Written before a tool's code runs. A call with this entry and no result may have happened. */
export interface ToolStartEntry {
  type: 'tool_start';
  operationId: string;
  toolCallId: string;
  toolName: string;
  /** The arguments as they will be parsed, now and, for a call that was waiting, again later. JSON. */
  input: unknown;
}

/** Exactly one for each tool call of an assistant message. */
export interface ToolResultEntry {
  type: 'tool_result';
  operationId: string;
  toolCallId: string;
  toolName: string;
  outcome: ToolOutcome;
  isError: boolean;
  content: (TextContent | ImageContent)[];
  details: Record<string, unknown>;
  /** Digests of the texts that are kept whole beside the log. */
  blobs?: string[];
  durationMs: number;
  /** Milliseconds since the epoch; for people, never for order. */
  timestamp: number;
}

/** An entry as a store gives it back. */
export interface StoredEntry {
  /** Its place in the session: 1 for the first, without gaps. */
  readonly seq: number;
  readonly entry: JournalEntry;
}

import type { ImageContent, OperationKind, TextContent, ToolOutcome, Usage } from './vocabulary.js';

/** What happens in a run, as plain JSON. Names follow the public Flue API. */
export type FlueEvent = EventBody & EventStamp;

/** On every event; the optional fields where they are known. */
export interface EventStamp {
  runId: string;
  /** Counts the events of a run from 0. */
  eventIndex: number;
  /** ISO 8601, UTC. */
  timestamp: string;
  harness?: string;
  session?: string;
  /** For the session of a task: the session that delegated it. */
  parentSession?: string;
  taskId?: string;
  operationId?: string;
}

export type EventBody =
  | { type: 'run_start'; agent: string; id: string }
  | { type: 'run_end'; isError: boolean; durationMs: number; error?: EventError }
  | { type: 'operation_start'; kind: OperationKind }
  | {
      type: 'operation';
      kind: OperationKind;
      isError: boolean;
      durationMs: number;
      usage?: Usage;
      error?: EventError;
    }
  | { type: 'turn'; model: string; usage: Usage; stopReason: string; durationMs: number }
  | { type: 'text_delta'; text: string }
  | { type: 'thinking_start' }
  | { type: 'thinking_delta'; delta: string }
  | { type: 'thinking_end'; content: string }
  | { type: 'tool_start'; toolName: string; toolCallId: string; args: unknown }
  | { type: 'tool_update'; toolCallId: string; text?: string; details?: Record<string, unknown> }
  | {
      type: 'tool_call';
      toolName: string;
      toolCallId: string;
      isError: boolean;
      outcome: ToolOutcome;
      result: { content: (TextContent | ImageContent)[]; details: Record<string, unknown> };
      durationMs: number;
    }
  | {
      type: 'task_start';
      taskId: string;
      prompt: string;
      /** What it is about, in the model's words. */
      description?: string;
      role?: string;
      cwd?: string;
      /** The call of the `task` tool that it answers; absent for a task of the script's. */
      toolCallId?: string;
    }
  | { type: 'task'; taskId: string; isError: boolean; result: string; durationMs: number }
  | {
      type: 'log';
      level: 'debug' | 'info' | 'warn' | 'error';
      message: string;
      attributes?: Record<string, unknown>;
    }
  | { type: 'compaction_start'; reason: 'threshold' | 'overflow' | 'manual'; estimatedTokens: number }
  | { type: 'compaction'; messagesBefore: number; messagesAfter: number }
  | { type: 'idle' };

export type EventType = EventBody['type'];

export interface EventError {
  code: string;
  message: string;
}

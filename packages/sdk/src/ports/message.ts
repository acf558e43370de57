import type { ImageContent, TextContent, Usage } from '../events/vocabulary.js';

export type { ImageContent, TextContent, Usage };

/** What the model thought before it answered, where the provider shows it. */
export interface ThinkingContent {
  type: 'thinking';
  thinking: string;
  thinkingSignature?: string;
  redacted?: boolean;
}

/** A request by the model to run a tool. */
export interface ToolCallContent {
  type: 'toolCall';
  /** The provider's id; only an empty or duplicate one is rewritten. */
  id: string;
  name: string;
  arguments: Record<string, unknown>;
  thoughtSignature?: string;
}

/** Why the model stopped. */
export type StopReason = 'stop' | 'length' | 'toolUse' | 'error' | 'aborted';

export interface UserMessage {
  role: 'user';
  content: string | (TextContent | ImageContent)[];
  /** Milliseconds since the epoch. */
  timestamp: number;
}

export interface AssistantMessage {
  role: 'assistant';
  content: (TextContent | ThinkingContent | ToolCallContent)[];
  api: string;
  provider: string;
  model: string;
  responseModel?: string;
  responseId?: string;
  usage: Usage;
  stopReason: StopReason;
  errorMessage?: string;
  timestamp: number;
}

export interface ToolResultMessage {
  role: 'toolResult';
  toolCallId: string;
  toolName: string;
  content: (TextContent | ImageContent)[];
  details?: Record<string, unknown>;
  isError: boolean;
  timestamp: number;
}

/** One message of a conversation, in the shape that is sent to providers and kept in the journal. */
export type Message = UserMessage | AssistantMessage | ToolResultMessage;

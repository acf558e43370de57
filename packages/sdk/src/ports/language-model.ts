import type { Message, StopReason, Usage } from './message.js';
import type { JsonSchema } from './tool.js';

export const THINKING_LEVELS = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;

/** Effort the model puts into thinking. */
export type ThinkingLevel = (typeof THINKING_LEVELS)[number];

/** A model that is not one of the built-in providers': the scripted model of `./testing`, or one of yours. */
export interface LanguageModel {
  readonly provider: string;
  readonly id: string;
  /** Tokens; absent means unknown. */
  readonly contextWindow?: number;
  readonly maxTokens?: number;
  /** Default `['text']`. */
  readonly input?: readonly ('text' | 'image')[];
  /** One reply. Failures are `error` events or throws; the stream must end after `done` or `error`. */
  stream(request: ModelRequest): AsyncIterable<ModelEvent>;
}

export interface ModelRequest {
  readonly systemPrompt: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ModelTool[];
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly thinkingLevel?: ThinkingLevel;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/** A tool as the model sees it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/**
 * A piece of a reply. Arguments of a tool call arrive as JSON text, in any number of pieces; `index` counts the
 * calls of the reply from 0.
 */
export type ModelEvent =
  | { type: 'text'; text: string }
  | { type: 'thinking'; text: string }
  | { type: 'tool_call'; index: number; id: string; name: string }
  | { type: 'tool_arguments'; index: number; text: string }
  | {
      type: 'done';
      stopReason: Exclude<StopReason, 'error' | 'aborted'>;
      usage?: Partial<Omit<Usage, 'cost'>> & { cost?: number };
    }
  | { type: 'error'; message: string; status?: number };

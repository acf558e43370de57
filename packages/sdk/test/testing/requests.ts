import type { ModelEvent, ModelRequest, ModelTool } from '../../src/ports/language-model.js';
import type {
  AssistantMessage,
  Message,
  ToolCallContent,
  ToolResultMessage,
  UserMessage,
} from '../../src/ports/message.js';

/** A request as the loop would make it. */
export function request(messages: readonly Message[], more: Partial<ModelRequest> = {}): ModelRequest {
  return { systemPrompt: '', messages, tools: [], signal: new AbortController().signal, ...more };
}

export function user(text: string): UserMessage {
  return { role: 'user', content: text, timestamp: 0 };
}

export function calls(
  ...toolCalls: { id: string; name: string; arguments?: Record<string, unknown> }[]
): AssistantMessage {
  return assistant(toolCalls.map((call): ToolCallContent => ({ type: 'toolCall', arguments: {}, ...call })));
}

export function assistant(content: AssistantMessage['content']): AssistantMessage {
  return {
    role: 'assistant',
    content,
    api: 'test',
    provider: 'test',
    model: 'test',
    usage: {
      input: 0,
      output: 0,
      cacheRead: 0,
      cacheWrite: 0,
      totalTokens: 0,
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
    },
    stopReason: 'stop',
    timestamp: 0,
  };
}

export function result(toolCallId: string, toolName: string, text: string): ToolResultMessage {
  return {
    role: 'toolResult',
    toolCallId,
    toolName,
    content: [{ type: 'text', text }],
    isError: false,
    timestamp: 0,
  };
}

export function tool(name: string): ModelTool {
  return { name, description: `The tool ${name}.`, parameters: { type: 'object', properties: {} } };
}

export async function collect(stream: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> {
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

/** What a stream of events says: its text, or its error message. */
export async function say(stream: AsyncIterable<ModelEvent>): Promise<string> {
  const events = await collect(stream);
  return events
    .map((event) => (event.type === 'text' ? event.text : event.type === 'error' ? event.message : ''))
    .join('');
}

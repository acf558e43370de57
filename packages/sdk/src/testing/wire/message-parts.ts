import { OptionError } from '../../errors/option-error.js';
import type { ModelTool } from '../../ports/language-model.js';
import type {
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ToolResultMessage,
} from '../../ports/message.js';
import { arrayAt, type Fields, objectAt, textAt } from '../read-fields.js';

// What both formats share when a wire message becomes one of ours.

export type UserContent = string | (TextContent | ImageContent)[];

/** A text, or a list of parts read one by one. */
export function contentAt<T>(
  value: unknown,
  where: string,
  readPart: (part: Fields, where: string) => T,
): string | T[] {
  if (typeof value === 'string') return value;
  return arrayAt(value, where).map((part, index) =>
    readPart(objectAt(part, `${where}[${index}]`), `${where}[${index}]`),
  );
}

export function asParts<T>(content: string | T[]): (TextContent | T)[] {
  if (typeof content !== 'string') return content;
  return content === '' ? [] : [{ type: 'text', text: content }];
}

export function imageFromDataUrl(url: string, where: string): ImageContent {
  const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  if (mimeType === undefined || data === undefined)
    throw new OptionError(`${where} must be a base64 data: URL.`);
  return { type: 'image', mimeType, data };
}

export function assistantMessage(
  content: AssistantMessage['content'],
  api: string,
  model: string,
): AssistantMessage {
  const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 };
  return {
    role: 'assistant',
    content,
    api,
    provider: 'scripted',
    model,
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, totalTokens: 0, cost },
    stopReason: content.some((part) => part.type === 'toolCall') ? 'toolUse' : 'stop',
    timestamp: 0,
  };
}

/** `earlier` gives the tool's name, which the wire does not carry with a result. */
export function toolResultMessage(
  toolCallId: string,
  content: ToolResultMessage['content'],
  isError: boolean,
  earlier: readonly Message[],
): ToolResultMessage {
  const calls = earlier.flatMap((message) =>
    message.role === 'assistant' ? message.content.filter((part) => part.type === 'toolCall') : [],
  );
  const toolName = calls.findLast((call) => call.id === toolCallId)?.name ?? '';
  return { role: 'toolResult', toolCallId, toolName, content, isError, timestamp: 0 };
}

export function toolAt(tool: Fields, schemaField: string, where: string): ModelTool {
  return {
    name: textAt(tool.name, `${where}.name`),
    description: textAt(tool.description ?? '', `${where}.description`),
    parameters: objectAt(tool[schemaField] ?? {}, `${where}.${schemaField}`),
  };
}

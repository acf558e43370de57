import { OptionError } from '../../errors/option-error.js';
import type { ImageContent, Message, TextContent, ToolCallContent } from '../../ports/message.js';
import { amountAt, arrayAt, choiceAt, type Fields, fieldOf, objectAt, textAt } from '../read-fields.js';
import { messageText } from '../request-text.js';
import {
  asParts,
  assistantMessage,
  contentAt,
  imageFromDataUrl,
  toolAt,
  toolResultMessage,
} from './message-parts.js';
import type { WireRequest } from './wire-format.js';

/** The request that a Chat Completions body stands for. @throws {OptionError} naming the field. */
export function readOpenAIRequest(body: Fields): WireRequest {
  const model = textAt(body.model, 'model');
  const system: string[] = [];
  const messages: Message[] = [];
  for (const [index, value] of arrayAt(body.messages, 'messages').entries()) {
    const where = `messages[${index}]`;
    const message = objectAt(value, where);
    const role = choiceAt(['system', 'developer', 'user', 'assistant', 'tool'])(
      message.role,
      `${where}.role`,
    );
    if (role === 'system' || role === 'developer') {
      system.push(
        asParts(contentAt(message.content, `${where}.content`, readText))
          .map((part) => part.text)
          .join(''),
      );
    } else {
      addMessage(messages, role, message, where, model);
    }
  }
  return {
    systemPrompt: system.join('\n\n'),
    messages,
    tools: (fieldOf(body, 'tools', 'body', arrayAt) ?? []).map(readTool),
    temperature: fieldOf(body, 'temperature', 'body', amountAt),
    maxTokens:
      fieldOf(body, 'max_completion_tokens', 'body', amountAt) ??
      fieldOf(body, 'max_tokens', 'body', amountAt),
    thinkingLevel: fieldOf(
      body,
      'reasoning_effort',
      'body',
      choiceAt(['minimal', 'low', 'medium', 'high', 'xhigh']),
    ),
  };
}

function addMessage(
  messages: Message[],
  role: 'user' | 'assistant' | 'tool',
  message: Fields,
  where: string,
  model: string,
): void {
  if (role === 'assistant') {
    messages.push(assistantMessage(readReply(message, where), 'openai-completions', model));
    return;
  }
  const content = contentAt(message.content, `${where}.content`, readPart);
  if (role === 'tool') {
    const id = textAt(message.tool_call_id, `${where}.tool_call_id`);
    messages.push(toolResultMessage(id, asParts(content), false, messages));
  } else if (!addResultImages(messages, content)) {
    messages.push({ role: 'user', content, timestamp: 0 });
  }
}

function readReply(
  message: Fields,
  where: string,
): (TextContent | { type: 'thinking'; thinking: string } | ToolCallContent)[] {
  const thinking = fieldOf(message, 'reasoning_content', where, textAt);
  const text = asParts(contentAt(message.content ?? '', `${where}.content`, readText));
  const calls = fieldOf(message, 'tool_calls', where, arrayAt) ?? [];
  return [
    ...(thinking ? [{ type: 'thinking' as const, thinking }] : []),
    ...text,
    ...calls.map((call, index) => readToolCall(call, `${where}.tool_calls[${index}]`)),
  ];
}

function readToolCall(value: unknown, where: string): ToolCallContent {
  const call = objectAt(value, where);
  const target = objectAt(call.function, `${where}.function`);
  const json = textAt(target.arguments, `${where}.function.arguments`);
  return {
    type: 'toolCall',
    id: textAt(call.id, `${where}.id`),
    name: textAt(target.name, `${where}.function.name`),
    arguments: { ...objectAt(parseJson(json, `${where}.function.arguments`), `${where}.function.arguments`) },
  };
}

function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new OptionError(`${where} must be a JSON object as text.`, { cause });
  }
}

function readText(part: Fields, where: string): TextContent {
  choiceAt(['text'])(part.type, `${where}.type`);
  return { type: 'text', text: textAt(part.text, `${where}.text`) };
}

function readPart(part: Fields, where: string): TextContent | ImageContent {
  if (part.type !== 'image_url') return readText(part, where);
  const image = objectAt(part.image_url, `${where}.image_url`);
  return imageFromDataUrl(textAt(image.url, `${where}.image_url.url`), `${where}.image_url.url`);
}

/**
 * Chat Completions has no images in tool results, so pi-ai sends them in a user message of its own after the
 * results. Put them back, so that the last user message is the user's.
 */
function addResultImages(messages: Message[], content: string | (TextContent | ImageContent)[]): boolean {
  const last = messages.at(-1);
  if (last?.role !== 'toolResult' || typeof content === 'string') return false;
  const [note, ...images] = content;
  if (note?.type !== 'text' || note.text !== 'Attached image(s) from tool result:') return false;
  const text = messageText(last) === '(see attached image)' ? [] : last.content;
  last.content = [...text, ...images];
  return true;
}

function readTool(value: unknown, index: number) {
  const where = `tools[${index}].function`;
  return toolAt(objectAt(objectAt(value, `tools[${index}]`).function, where), 'parameters', where);
}

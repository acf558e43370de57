import type {
  AssistantMessage,
  ImageContent,
  Message,
  TextContent,
  ToolResultMessage,
} from '../../ports/message.js';
import { amountAt, arrayAt, choiceAt, type Fields, fieldOf, objectAt, textAt } from '../read-fields.js';
import { asParts, assistantMessage, contentAt, toolAt, toolResultMessage } from './message-parts.js';
import type { WireRequest } from './wire-format.js';

/** The request that a Messages body stands for. @throws {OptionError} naming the field. */
export function readAnthropicRequest(body: Fields): WireRequest {
  const model = textAt(body.model, 'model');
  amountAt(body.max_tokens, 'max_tokens');
  const messages: Message[] = [];
  for (const [index, value] of arrayAt(body.messages, 'messages').entries()) {
    const where = `messages[${index}]`;
    const message = objectAt(value, where);
    if (choiceAt(['user', 'assistant'])(message.role, `${where}.role`) === 'assistant') {
      const content = asParts(contentAt(message.content, `${where}.content`, readReplyBlock));
      messages.push(assistantMessage(content, 'anthropic-messages', model));
    } else {
      addUserMessage(messages, message, where);
    }
  }
  return {
    systemPrompt: asParts(contentAt(body.system ?? '', 'system', readText))
      .map((block) => block.text)
      .join('\n'),
    messages,
    tools: (fieldOf(body, 'tools', 'body', arrayAt) ?? []).map((tool, index) =>
      toolAt(objectAt(tool, `tools[${index}]`), 'input_schema', `tools[${index}]`),
    ),
    temperature: fieldOf(body, 'temperature', 'body', amountAt),
    maxTokens: fieldOf(body, 'max_tokens', 'body', amountAt),
    thinkingLevel: readThinkingLevel(body),
  };
}

/** Tool results come first in a user message; text and images after them are the user's own. */
function addUserMessage(messages: Message[], message: Fields, where: string): void {
  const content = contentAt(message.content, `${where}.content`, (block, at) =>
    block.type === 'tool_result' ? readToolResult(block, at, messages) : readPart(block, at),
  );
  if (typeof content === 'string') {
    messages.push({ role: 'user', content, timestamp: 0 });
    return;
  }
  const own = content.filter((part): part is TextContent | ImageContent => !('role' in part));
  messages.push(...content.filter((part) => 'role' in part));
  if (own.length > 0) messages.push({ role: 'user', content: own, timestamp: 0 });
}

function readToolResult(block: Fields, where: string, earlier: readonly Message[]): ToolResultMessage {
  const content = contentAt(block.content ?? '', `${where}.content`, readPart);
  const id = textAt(block.tool_use_id, `${where}.tool_use_id`);
  return toolResultMessage(id, asParts(content), block.is_error === true, earlier);
}

function readText(block: Fields, where: string): TextContent {
  choiceAt(['text'])(block.type, `${where}.type`);
  return { type: 'text', text: textAt(block.text, `${where}.text`) };
}

function readPart(block: Fields, where: string): TextContent | ImageContent {
  if (block.type !== 'image') return readText(block, where);
  const source = objectAt(block.source, `${where}.source`);
  return {
    type: 'image',
    mimeType: textAt(source.media_type, `${where}.source.media_type`),
    data: textAt(source.data, `${where}.source.data`),
  };
}

function readReplyBlock(block: Fields, where: string): AssistantMessage['content'][number] {
  switch (choiceAt(['text', 'thinking', 'redacted_thinking', 'tool_use'])(block.type, `${where}.type`)) {
    case 'text':
      return readText(block, where);
    case 'thinking':
      return {
        type: 'thinking',
        thinking: textAt(block.thinking, `${where}.thinking`),
        thinkingSignature: textAt(block.signature, `${where}.signature`),
      };
    case 'redacted_thinking':
      return {
        type: 'thinking',
        thinking: '',
        thinkingSignature: textAt(block.data, `${where}.data`),
        redacted: true,
      };
    case 'tool_use':
      return {
        type: 'toolCall',
        id: textAt(block.id, `${where}.id`),
        name: textAt(block.name, `${where}.name`),
        arguments: { ...objectAt(block.input, `${where}.input`) },
      };
  }
}

/** Known when thinking is off or an effort is named; a token budget has no level. */
function readThinkingLevel(body: Fields): WireRequest['thinkingLevel'] {
  const thinking = fieldOf(body, 'thinking', 'body', objectAt);
  if (thinking?.type === 'disabled') return 'off';
  const output = fieldOf(body, 'output_config', 'body', objectAt);
  return output && fieldOf(output, 'effort', 'output_config', choiceAt(['low', 'medium', 'high', 'xhigh']));
}

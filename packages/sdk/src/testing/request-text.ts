import type { ModelRequest } from '../ports/language-model.js';
import type { Message, ToolResultMessage } from '../ports/message.js';

/** The text of the last user message; empty when there is none. */
export function lastUserText(request: ModelRequest): string {
  const message = request.messages.findLast((candidate) => candidate.role === 'user');
  return message ? messageText(message) : '';
}

/** The last tool result of the request, or the last of the tool `name`. */
export function lastToolResult(request: ModelRequest, name?: string): ToolResultMessage | undefined {
  return request.messages.findLast(
    (message): message is ToolResultMessage =>
      message.role === 'toolResult' && (name === undefined || message.toolName === name),
  );
}

/** The tool results that the request ends with. */
export function newToolResults(request: ModelRequest): ToolResultMessage[] {
  const start = request.messages.findLastIndex((message) => message.role !== 'toolResult') + 1;
  return request.messages.slice(start).filter((message) => message.role === 'toolResult');
}

/** The text parts of a message, one per line. */
export function messageText(message: Message): string {
  if (typeof message.content === 'string') return message.content;
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
}

import type { ImageContent, Message, TextContent } from '../../ports/message.js';

const MAX_RESULT_CHARACTERS = 2000;

/** Messages as a text that a model can summarise, at most `maxCharacters` long: its start and its end. */
export function transcript(messages: readonly Message[], maxCharacters: number): string {
  const text = messages.map(entry).join('\n\n');
  if (text.length <= maxCharacters) return text;
  const half = Math.floor(maxCharacters / 2);
  return `${text.slice(0, half).toWellFormed()}\n\n[...]\n\n${text.slice(-half).toWellFormed()}`;
}

function entry(message: Message): string {
  if (message.role === 'user') return `[user]\n${contentText(message.content)}`;
  if (message.role === 'toolResult') {
    return `[result of ${message.toolName}${message.isError ? ', an error' : ''}]\n${clip(contentText(message.content))}`;
  }
  const parts = message.content.flatMap((block) => {
    if (block.type === 'text') return [block.text];
    if (block.type === 'toolCall') return [`(calls ${block.name} ${clip(JSON.stringify(block.arguments))})`];
    return [];
  });
  return `[assistant]\n${parts.join('\n')}`;
}

/** The text of a message's content; images are named. */
export function contentText(content: string | readonly (TextContent | ImageContent)[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '(an image)')).join('\n');
}

function clip(text: string): string {
  if (text.length <= MAX_RESULT_CHARACTERS) return text;
  return `${text.slice(0, MAX_RESULT_CHARACTERS).toWellFormed()} [... ${text.length - MAX_RESULT_CHARACTERS} more characters]`;
}

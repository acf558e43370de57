import type { ModelRequest } from '../ports/language-model.js';
import type { Message } from '../ports/message.js';
import type { ScriptUsage } from './script.js';

/** The rule is documented on `ScriptUsage`. `output` is all that the reply says. */
export function estimateUsage(
  request: ModelRequest,
  output: readonly string[],
  given: ScriptUsage = {},
): Required<ScriptUsage> {
  return {
    input: given.input ?? tokens(request.systemPrompt.length + sum(request.messages.map(messageLength))),
    output: given.output ?? tokens(sum(output.map((text) => text.length))),
    cacheRead: given.cacheRead ?? 0,
    cacheWrite: given.cacheWrite ?? 0,
    cost: given.cost ?? 0,
  };
}

function messageLength(message: Message): number {
  if (typeof message.content === 'string') return message.content.length;
  return sum(message.content.map(partLength));
}

function partLength(part: Exclude<Message['content'], string>[number]): number {
  switch (part.type) {
    case 'text':
      return part.text.length;
    case 'thinking':
      return part.thinking.length;
    case 'toolCall':
      return part.name.length + JSON.stringify(part.arguments).length;
    case 'image':
      return 0;
  }
}

function tokens(characters: number): number {
  return Math.ceil(characters / 4);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

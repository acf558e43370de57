import type { Message } from '../../ports/message.js';

/** Characters of a token, on the low side for English and code; what pi and others reckon with. */
const CHARACTERS_PER_TOKEN = 4;
const TOKENS_PER_IMAGE = 1200;

/** About how many tokens a message takes. */
export function estimateTokens(message: Message): number {
  if (typeof message.content === 'string') return textTokens(message.content);
  let tokens = 0;
  for (const block of message.content) {
    if (block.type === 'text') tokens += textTokens(block.text);
    else if (block.type === 'thinking') tokens += textTokens(block.thinking);
    else if (block.type === 'image') tokens += TOKENS_PER_IMAGE;
    else tokens += textTokens(block.name) + textTokens(JSON.stringify(block.arguments));
  }
  return tokens;
}

export function textTokens(text: string): number {
  return Math.ceil(text.length / CHARACTERS_PER_TOKEN);
}

/**
 * About how many tokens a request with these messages takes: what the provider counted for the last one it was
 * asked, and an estimate of what came since.
 * @param countedFrom index from which replies were counted with the context as it is now
 * @param overhead tokens of what is sent beside the messages, where nothing was counted yet
 */
export function contextTokens(messages: readonly Message[], countedFrom: number, overhead: number): number {
  let since = 0;
  for (let index = messages.length - 1; index >= 0; index--) {
    const message = messages[index] as Message;
    if (index >= countedFrom && message.role === 'assistant' && message.usage.totalTokens > 0) {
      return message.usage.totalTokens + since;
    }
    since += estimateTokens(message);
  }
  return since + overhead;
}

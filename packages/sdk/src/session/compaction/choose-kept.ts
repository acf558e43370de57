import type { Message } from '../../ports/message.js';
import { estimateTokens } from './estimate-tokens.js';

/**
 * How many of the last messages to keep as they are: whole exchanges, as many as fit. None when the last exchange
 * alone is larger than what may be kept, so that compaction always makes progress.
 */
export function chooseKept(messages: readonly Message[], keepTokens: number): number {
  let kept = 0;
  let tokens = 0;
  for (let index = messages.length - 1; index > 0; index--) {
    const message = messages[index] as Message;
    tokens += estimateTokens(message);
    if (tokens > keepTokens) break;
    // A result without the reply that asked for it is no conversation.
    if (message.role !== 'toolResult') kept = messages.length - index;
  }
  return kept;
}

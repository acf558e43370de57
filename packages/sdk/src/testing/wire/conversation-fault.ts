import type { Message, ToolResultMessage } from '../../ports/message.js';

/**
 * Why a provider would refuse these messages, or undefined: each tool call has an id of its own and exactly one
 * result, directly after the reply that made it, and there is no result without a call.
 */
export function conversationFault(messages: readonly Message[]): string | undefined {
  if (messages.length === 0) return 'messages: at least one message is required.';
  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') {
      const calls = message.content.flatMap((part) => (part.type === 'toolCall' ? [part.id] : []));
      const results = resultsFrom(messages, index + 1).map((result) => result.toolCallId);
      const fault = pairingFault(calls, results);
      if (fault) return fault;
    } else if (message.role === 'toolResult' && !followsReply(messages, index)) {
      return `The result of tool call "${message.toolCallId}" does not follow a reply with tool calls.`;
    }
  }
  return undefined;
}

function resultsFrom(messages: readonly Message[], start: number): ToolResultMessage[] {
  const end = messages.findIndex((message, index) => index >= start && message.role !== 'toolResult');
  return messages
    .slice(start, end === -1 ? undefined : end)
    .filter((message) => message.role === 'toolResult');
}

function followsReply(messages: readonly Message[], index: number): boolean {
  return messages.slice(0, index).findLast((message) => message.role !== 'toolResult')?.role === 'assistant';
}

function pairingFault(calls: readonly string[], results: readonly string[]): string | undefined {
  if (calls.includes('')) return 'A tool call has an empty id.';
  const twice = firstRepeated(calls);
  if (twice !== undefined) return `Two tool calls of one reply have the id "${twice}".`;
  const missing = calls.find((id) => !results.includes(id));
  if (missing !== undefined) return `Tool call "${missing}" has no result directly after its reply.`;
  const stray = results.find((id) => !calls.includes(id)) ?? firstRepeated(results);
  return stray === undefined ? undefined : `Tool call "${stray}" has a result too many.`;
}

function firstRepeated(ids: readonly string[]): string | undefined {
  return ids.find((id, index) => ids.indexOf(id) !== index);
}

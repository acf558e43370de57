import type { AssistantMessageEntry } from '../../ports/journal-entry.js';
import type { ToolCall } from './tool-call.js';

/** The call with this id that a reply asked for: the same one in the loop and from the journal. */
export function toolCallOf(
  { message, refused = {} }: Pick<AssistantMessageEntry, 'message' | 'refused'>,
  toolCallId: string,
): ToolCall | undefined {
  const block = message.content.find((part) => part.type === 'toolCall' && part.id === toolCallId);
  if (block?.type !== 'toolCall') return undefined;
  if (!Object.hasOwn(refused, toolCallId)) {
    return { toolCallId, toolName: block.name, arguments: { usable: true, value: block.arguments } };
  }
  const { toolName, outcome, fault } = refused[toolCallId] as NonNullable<(typeof refused)[string]>;
  return { toolCallId, toolName, arguments: { usable: false, outcome, fault } };
}

import type { JournalEntry, ToolResultEntry } from '../ports/journal-entry.js';
import type { AssistantMessage, Message, ToolResultMessage } from '../ports/message.js';

/** The messages that follow from a session's entries, in the order that providers expect. */
export class Conversation {
  readonly messages: Message[] = [];
  /** Every id that a tool call of this conversation has had. */
  readonly toolCallIds = new Set<string>();
  private awaited: string[] = [];
  private readonly arrived = new Map<string, ToolResultMessage>();

  apply(entry: JournalEntry): void {
    switch (entry.type) {
      case 'user_message':
        this.placeResults();
        this.messages.push(entry.message);
        return;
      case 'assistant_message':
        this.placeResults();
        this.messages.push(entry.message);
        this.awaitResults(entry.message);
        return;
      case 'tool_result':
        this.arrived.set(entry.toolCallId, resultMessage(entry));
        if (this.awaited.every((id) => this.arrived.has(id))) this.placeResults();
        return;
      case 'session_start':
      case 'operation_start':
      case 'operation_end':
      case 'tool_start':
        return;
      default:
        entry satisfies never;
    }
  }

  private awaitResults(message: AssistantMessage): void {
    for (const block of message.content) {
      if (block.type !== 'toolCall') continue;
      this.awaited.push(block.id);
      this.toolCallIds.add(block.id);
    }
  }

  /** Results are kept as they end, but follow their reply in the order in which it asked. */
  private placeResults(): void {
    for (const id of this.awaited) {
      const result = this.arrived.get(id);
      if (result) this.messages.push(result);
    }
    this.awaited = [];
    this.arrived.clear();
  }
}

function resultMessage(entry: ToolResultEntry): ToolResultMessage {
  const { toolCallId, toolName, content, details, isError, timestamp } = entry;
  return { role: 'toolResult', toolCallId, toolName, content, details, isError, timestamp };
}

import { StoreError } from '../errors/store-error.js';
import type { AssistantMessageEntry, StoredEntry, ToolResultEntry } from '../ports/journal-entry.js';
import type { Message, ToolResultMessage, UserMessage } from '../ports/message.js';
import { contentText } from './compaction/transcript.js';

/** A call without a result. */
export interface UnansweredCall {
  readonly operationId: string;
  readonly toolCallId: string;
  readonly toolName: string;
}

/** The messages that follow from a session's entries, in the order that providers expect. */
export class Conversation {
  readonly messages: Message[] = [];
  /** The entry of each message. */
  private readonly sequences: number[] = [];
  /** Every id that a tool call of this conversation has had. */
  readonly toolCallIds = new Set<string>();
  private lastSequence = 0;
  /** Where the text of the latest `prompt`, `skill` or `task` is. */
  private request: { at: number; text: string } | undefined;
  private compacted: { summary: string; request: string | undefined; from: number; at: number } | undefined;
  private awaited: UnansweredCall[] = [];
  private awaitedFrom = 0;
  private readonly arrived = new Map<string, ToolResultMessage>();

  /** What the model is shown: everything, or a summary and what came after it. */
  context(): Message[] {
    if (!this.compacted) return this.messages.slice();
    return [summaryMessage(this.compacted), ...this.messages.slice(this.compacted.from)];
  }

  /** Index in `context()` from which replies were made with the context as it is now. */
  countedFrom(): number {
    return this.compacted ? this.compacted.at - this.compacted.from + 1 : 0;
  }

  /** The entry of the first of the last `count` messages; one beyond the last for none. */
  sequenceOfLast(count: number): number {
    return this.sequences[this.messages.length - count] ?? this.lastSequence + 1;
  }

  /** The text of the call that is being worked on, unless it is among the last `keptMessages` of the context. */
  requestOutside(keptMessages: number): string | undefined {
    if (!this.request) return undefined;
    return this.request.at < this.messages.length - keptMessages ? this.request.text : undefined;
  }

  apply({ seq, entry }: StoredEntry): void {
    this.lastSequence = seq;
    switch (entry.type) {
      case 'user_message':
        this.placeResults();
        if (entry.source === 'prompt' || entry.source === 'skill' || entry.source === 'task') {
          this.request = { at: this.messages.length, text: contentText(entry.message.content) };
        }
        this.add(entry.message, seq);
        return;
      case 'compaction': {
        const { summary, request, keptFrom } = entry;
        this.placeResults();
        this.compacted = { summary, request, from: this.indexOf(keptFrom), at: this.messages.length };
        return;
      }
      case 'assistant_message':
        this.placeResults();
        this.add(entry.message, seq);
        this.awaitResults(entry, seq);
        return;
      case 'tool_result':
        this.arrived.set(entry.toolCallId, resultMessage(entry));
        if (this.awaited.every(({ toolCallId }) => this.arrived.has(toolCallId))) this.placeResults();
        return;
      case 'session_start':
      case 'operation_start':
      case 'operation_end':
      case 'tool_start':
        return;
      default:
        throw unreadable(entry);
    }
  }

  /** Calls of the latest reply that have no result yet. */
  unanswered(): UnansweredCall[] {
    return this.awaited.filter(({ toolCallId }) => !this.arrived.has(toolCallId));
  }

  private add(message: Message, seq: number): void {
    this.messages.push(message);
    this.sequences.push(seq);
  }

  /** Of the first message of this entry or a later one. What is kept never begins with a result. */
  private indexOf(keptFrom: number): number {
    const index = this.sequences.findIndex(
      (seq, at) => seq >= keptFrom && this.messages[at]?.role !== 'toolResult',
    );
    return index === -1 ? this.messages.length : index;
  }

  private awaitResults({ operationId, message }: AssistantMessageEntry, seq: number): void {
    this.awaitedFrom = seq;
    for (const block of message.content) {
      if (block.type !== 'toolCall') continue;
      this.awaited.push({ operationId, toolCallId: block.id, toolName: block.name });
      this.toolCallIds.add(block.id);
    }
  }

  /** Results are kept as they end, but follow their reply in the order in which it asked. */
  private placeResults(): void {
    for (const { toolCallId } of this.awaited) {
      const result = this.arrived.get(toolCallId);
      if (result) this.add(result, this.awaitedFrom);
    }
    this.awaited = [];
    this.arrived.clear();
  }
}

/** A later version of this SDK may write what this one does not know; guessing would lose it. */
function unreadable(entry: never): StoreError {
  const { type } = entry as { type: unknown };
  return new StoreError(
    'unreadable',
    `The session has an entry of type ${JSON.stringify(type)}, which is not known here.`,
    {
      hint: 'Open it with the version of this SDK that wrote it.',
    },
  );
}

function summaryMessage({ summary, request }: { summary: string; request: string | undefined }): UserMessage {
  const parts = [`Summary of the conversation so far:\n\n${summary}`];
  if (request !== undefined) parts.push(`The request that is being worked on:\n\n${request}`);
  return { role: 'user', content: parts.join('\n\n'), timestamp: 0 };
}

function resultMessage(entry: ToolResultEntry): ToolResultMessage {
  const { toolCallId, toolName, content, details, isError, timestamp } = entry;
  return { role: 'toolResult', toolCallId, toolName, content, details, isError, timestamp };
}

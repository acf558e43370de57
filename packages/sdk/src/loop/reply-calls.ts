import { randomUUID } from 'node:crypto';
import type { RefusedCall } from '../ports/journal-entry.js';
import type { AssistantMessage, ToolCallContent } from '../ports/message.js';
import type { SettledToolCall, ToolCall } from '../tools/pipeline/tool-call.js';
import { toolCallOf } from '../tools/pipeline/tool-call-of.js';
import { parseArguments, type ReadArguments } from './parse-arguments.js';

/** The tool calls of one operation: what each reply asked for, and how each call ended. */
export interface ReplyCalls {
  /**
   * Note the calls of a finished reply, in place: ids that cannot be kept are rewritten, and names that no
   * provider would take back are made harmless.
   * @param argumentTexts the arguments as they arrived, by the content index of their call
   * @returns the calls that must not run as they stand, for the journal
   */
  note(reply: AssistantMessage, argumentTexts: ReadonlyMap<number, string>): Record<string, RefusedCall>;
  run(toolCallId: string): Promise<SettledToolCall>;
  settled(toolCallId: string): SettledToolCall | undefined;
  /** How many calls were asked for. */
  readonly count: number;
}

export interface ReplyCallsOptions {
  runTool(call: ToolCall): Promise<SettledToolCall>;
  /** Ids that the conversation has already. */
  usedIds: Iterable<string>;
  maxToolCallsPerTurn: number;
}

export function createReplyCalls(options: ReplyCallsOptions): ReplyCalls {
  const usedIds = new Set(options.usedIds);
  const asked = new Map<string, ToolCall>();
  const ended = new Map<string, SettledToolCall>();

  return {
    get count() {
      return asked.size;
    },
    settled: (toolCallId) => ended.get(toolCallId),
    note(reply, argumentTexts) {
      const refused: Record<string, RefusedCall> = {};
      let position = 0;
      reply.content.forEach((block, index) => {
        if (block.type !== 'toolCall') return;
        const toolName = block.name;
        const read = readArguments(
          block,
          argumentTexts.get(index),
          reply.stopReason === 'length',
          position++,
        );
        block.id = freshId(block.id);
        block.name = harmlessName(toolName);
        block.arguments = read.usable ? read.value : {};
        if (!read.usable) refused[block.id] = { toolName, outcome: read.outcome, fault: read.fault };
        else if (block.name !== toolName)
          refused[block.id] = { toolName, outcome: 'unknown-tool', fault: NO_NAME };
      });
      remember({ message: reply, refused });
      return refused;
    },
    async run(toolCallId) {
      const call = asked.get(toolCallId);
      if (!call) throw new Error(`no call ${toolCallId} was noted`);
      const result = await options.runTool(call);
      ended.set(toolCallId, result);
      return result;
    },
  };

  function remember(entry: Parameters<typeof toolCallOf>[0]): void {
    for (const block of entry.message.content) {
      const call = block.type === 'toolCall' ? toolCallOf(entry, block.id) : undefined;
      if (call) asked.set(call.toolCallId, call);
    }
  }

  function readArguments(
    block: ToolCallContent,
    text: string | undefined,
    cutOff: boolean,
    position: number,
  ): ReadArguments {
    if (position < options.maxToolCallsPerTurn) return parseArguments(text, block.arguments, cutOff);
    const fault = `Not run: a reply may ask for at most ${options.maxToolCallsPerTurn} tool calls.`;
    return { usable: false, outcome: 'blocked', fault };
  }

  function freshId(id: string): string {
    const kept = id !== '' && !usedIds.has(id) ? id : `call_${randomUUID().replaceAll('-', '')}`;
    usedIds.add(kept);
    return kept;
  }
}

const NO_NAME = 'This is not the name of a tool.';

/** Providers refuse a whole conversation in which a call has a name they would not have allowed. */
function harmlessName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}

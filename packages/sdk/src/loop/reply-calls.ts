import { randomUUID } from 'node:crypto';
import type { AssistantMessage, ToolCallContent } from '../ports/message.js';
import type { SettledToolCall, ToolCall } from '../tools/pipeline/tool-call.js';
import { parseArguments } from './parse-arguments.js';

/** The tool calls of one operation: what each reply asked for, and how each call ended. */
export interface ReplyCalls {
  /**
   * Note the calls of a finished reply, in place: ids that cannot be kept are rewritten, and names that no
   * provider would take back are made harmless.
   * @param argumentTexts the arguments as they arrived, by the content index of their call
   */
  note(reply: AssistantMessage, argumentTexts: ReadonlyMap<number, string>): void;
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
      let position = 0;
      reply.content.forEach((block, index) => {
        if (block.type !== 'toolCall') return;
        const call = readCall(block, argumentTexts.get(index), reply.stopReason === 'length', position++);
        block.id = call.toolCallId;
        block.name = harmlessName(call.toolName);
        block.arguments = plainObject(call.arguments.usable ? call.arguments.value : {});
        asked.set(call.toolCallId, call);
      });
    },
    async run(toolCallId) {
      const call = asked.get(toolCallId);
      if (!call) throw new Error(`no call ${toolCallId} was noted`);
      const result = await options.runTool(call);
      ended.set(toolCallId, result);
      return result;
    },
  };

  function readCall(
    block: ToolCallContent,
    text: string | undefined,
    cutOff: boolean,
    position: number,
  ): ToolCall {
    const toolCallId = freshId(block.id);
    const toolName = block.name;
    if (position >= options.maxToolCallsPerTurn) {
      const fault = `Not run: a reply may ask for at most ${options.maxToolCallsPerTurn} tool calls.`;
      return { toolCallId, toolName, arguments: { usable: false, outcome: 'blocked', fault } };
    }
    return { toolCallId, toolName, arguments: parseArguments(text, block.arguments, cutOff) };
  }

  function freshId(id: string): string {
    const kept = id !== '' && !usedIds.has(id) ? id : `call_${randomUUID().replaceAll('-', '')}`;
    usedIds.add(kept);
    return kept;
  }
}

/** Providers refuse a whole conversation in which a call has a name they would not have allowed. */
function harmlessName(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, 64) || 'unnamed';
}

function plainObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

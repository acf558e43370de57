import type { AgentTool } from '@mariozechner/pi-agent-core';
import type { ModelTool } from '../ports/language-model.js';
import type { SettledToolCall } from '../tools/pipeline/tool-call.js';
import type { Tool } from '../tools/tool.js';

export type { AgentTool };

/** Runs the call with this id that the last reply asked for. */
export type RunCall = (toolCallId: string) => Promise<SettledToolCall>;

/** pi checks arguments by itself; this lets everything through to the one pipeline that judges. */
const ACCEPT_ALL = {} as AgentTool['parameters'];

/** A tool as pi's loop wants it. What the model sees of it is sent by `modelTool`, not by pi. */
export function toAgentTool(
  tool: Pick<Tool, 'name' | 'description' | 'executionMode'>,
  run: RunCall,
): AgentTool {
  return {
    name: tool.name,
    label: tool.name,
    description: tool.description,
    parameters: ACCEPT_ALL,
    executionMode: tool.executionMode,
    prepareArguments: () => ({}),
    async execute(toolCallId) {
      const { content, details } = await run(toolCallId);
      return { content, details };
    },
  };
}

/** A tool as it is described to the model. */
export function modelTool(tool: Tool): ModelTool {
  return { name: tool.name, description: tool.description, parameters: tool.parameters };
}

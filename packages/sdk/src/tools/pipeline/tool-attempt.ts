import type { ToolOutcome } from '../../events/vocabulary.js';
import type { ToolResult } from '../../ports/tool.js';
import type { Tool } from '../tool.js';

/** What became of a call before its result is shaped for the model. */
export interface ToolAttempt {
  readonly outcome: ToolOutcome;
  readonly result: Required<ToolResult>;
}

/** An attempt whose result is one error text. */
export function failure(outcome: ToolOutcome, text: string, tool?: Tool): ToolAttempt {
  return {
    outcome,
    result: { content: [{ type: 'text', text }], isError: true, details: originDetails(tool) },
  };
}

/** The part of a result's details that every call of a custom tool has. */
export function originDetails(tool: Tool | undefined): Record<string, unknown> {
  return tool?.origin === 'custom' ? { customTool: tool.name } : {};
}

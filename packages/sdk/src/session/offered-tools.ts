import type { AgentTool, RunCall } from '../loop/agent-tool.js';
import { modelTool, toAgentTool } from '../loop/agent-tool.js';
import type { ModelTool } from '../ports/language-model.js';
import type { ToolDef } from '../ports/tool.js';
import { customTool } from '../tools/custom-tool.js';
import type { Tool } from '../tools/tool.js';

/** The tools of one call, in the order in which the model is told of them. */
export interface OfferedTools {
  /** For the pipeline: by exact name. */
  readonly byName: ReadonlyMap<string, Tool>;
  /** For pi's loop. */
  readonly agentTools: readonly AgentTool[];
  /** For the model. */
  readonly modelTools: readonly ModelTool[];
}

/** Built-ins first, then custom tools in the order given; stable, for providers' caches. */
export function offerTools(
  builtins: readonly Tool[],
  custom: readonly ToolDef[],
  createCustomTools: (tools: readonly ToolDef[], run: RunCall) => AgentTool[],
  run: RunCall,
): OfferedTools {
  const customAgentTools = createCustomTools(custom, run);
  const tools = [...builtins, ...custom.map((definition) => customTool(definition, definition.name))];
  return {
    byName: new Map(tools.map((tool) => [tool.name, tool])),
    agentTools: [...builtins.map((tool) => toAgentTool(tool, run)), ...customAgentTools],
    modelTools: tools.map(modelTool),
  };
}

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

/** What a call's tools are made of. */
export interface ToolSources {
  readonly builtins: readonly Tool[];
  readonly custom: readonly ToolDef[];
  /** The tools by which a structured result is handed over. */
  readonly result: readonly Tool[];
  /** The only built-in and custom tools to offer, by name, letter case aside. Absent: all. */
  readonly allowed?: readonly string[];
}

/** Built-ins first, then custom tools in the order given; stable, for providers' caches. */
export function offerTools(
  { builtins, custom, result, allowed }: ToolSources,
  createCustomTools: (tools: readonly ToolDef[], run: RunCall) => AgentTool[],
  run: RunCall,
): OfferedTools {
  const names = allowed && new Set(allowed.map((name) => name.toLowerCase()));
  const isOffered = ({ name }: { name: string }) => !names || names.has(name.toLowerCase());
  const wrap = (tool: Tool) => toAgentTool(tool, run);
  // First: it checks the definitions.
  const customAgentTools = createCustomTools(custom, run);
  const tools = [
    ...builtins.filter(isOffered),
    ...custom.map((definition) => customTool(definition, definition.name)).filter(isOffered),
    ...result,
  ];
  return {
    byName: new Map(tools.map((tool) => [tool.name, tool])),
    agentTools: [
      ...builtins.filter(isOffered).map(wrap),
      ...customAgentTools.filter(isOffered),
      ...result.map(wrap),
    ],
    modelTools: tools.map(modelTool),
  };
}

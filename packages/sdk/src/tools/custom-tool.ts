import type { ToolDef } from '../ports/tool.js';
import { checkDefinition } from './check-definition.js';
import { compileToolSchema } from './schema/compile-tool-schema.js';
import type { Tool } from './tool.js';

const compiled = new WeakMap<ToolDef, Tool>();

/**
 * A `ToolDef` of a script, ready to run. Each definition is compiled once.
 * @param where names the list it comes from, for errors: `init({ tools })[2]`
 * @throws {OptionError} the definition is not usable
 */
export function customTool(definition: ToolDef, where: string): Tool {
  const known = typeof definition === 'object' && definition !== null ? compiled.get(definition) : undefined;
  if (known) return known;
  checkDefinition(definition, where);
  const schema = compileToolSchema(definition.parameters, `Parameters of tool "${definition.name}"`);
  const tool: Tool = {
    name: definition.name,
    description: definition.description,
    parameters: schema.jsonSchema,
    origin: 'custom',
    executionMode: definition.executionMode ?? 'parallel',
    timeoutMs: definition.timeoutMs,
    overflow: 'head',
    parse: schema.parse,
    execute: (input, ctx) => definition.execute(input as Parameters<ToolDef['execute']>[0], ctx),
  };
  compiled.set(definition, tool);
  return tool;
}

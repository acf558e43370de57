import { OptionError } from '../errors/option-error.js';
import type { ToolDef } from '../ports/tool.js';
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

function checkDefinition(definition: ToolDef, where: string): void {
  const fault = definitionFault(definition);
  if (fault === undefined) return;
  throw new OptionError(`${where} is not a tool: ${fault}.`, {
    hint: 'A tool is { name, description, parameters, execute(args, ctx) }.',
  });
}

function definitionFault(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return `it is ${value === null ? 'null' : typeof value}`;
  const tool = value as Partial<Record<keyof ToolDef, unknown>>;
  if (typeof tool.name !== 'string') return 'name is not a string';
  if (typeof tool.description !== 'string') return `description of "${tool.name}" is not a string`;
  if (tool.parameters === undefined && 'inputSchema' in value) {
    return `"${tool.name}" has inputSchema; here the schema is called parameters`;
  }
  if (typeof tool.parameters !== 'object' && typeof tool.parameters !== 'function') {
    return `parameters of "${tool.name}" is not a schema`;
  }
  if (tool.parameters === null) return `parameters of "${tool.name}" is null`;
  if (typeof tool.execute !== 'function') return `execute of "${tool.name}" is not a function`;
  if (tool.timeoutMs !== undefined && !isPositive(tool.timeoutMs)) {
    return `timeoutMs of "${tool.name}" is not a positive number of milliseconds, at most 2147483647`;
  }
  const mode = tool.executionMode;
  if (mode !== undefined && mode !== 'parallel' && mode !== 'sequential') {
    return `executionMode of "${tool.name}" is neither 'parallel' nor 'sequential'`;
  }
  return undefined;
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && value > 0 && value <= 2 ** 31 - 1;
}

import { OptionError } from '../errors/option-error.js';
import type { ToolDef } from '../ports/tool.js';

/** What providers accept as a tool's name. */
const NAME = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** Check that a value has the shape of a tool and a name that providers take. @throws {OptionError} */
export function checkDefinition(definition: ToolDef, where: string): void {
  const fault = definitionFault(definition);
  if (fault === undefined) {
    if (!NAME.test(definition.name)) throw badName(definition.name, where);
    return;
  }
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

function badName(name: string, where: string): OptionError {
  return new OptionError(`${where}: ${JSON.stringify(name.slice(0, 100))} is not a tool name.`, {
    hint: 'A name starts with a letter or _ and has up to 64 letters, digits, _ and -.',
  });
}

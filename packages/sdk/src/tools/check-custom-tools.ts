import { OptionError } from '../errors/option-error.js';
import type { ToolDef } from '../ports/tool.js';
import { RESERVED_TOOL_NAMES } from './builtin-tool-names.js';
import { customTool } from './custom-tool.js';
import type { Tool } from './tool.js';

/**
 * Compile custom tools and check that they can stand beside the built-ins in force and each other.
 * @param builtins names of the built-in tools that are switched on; one that is off frees its name
 * @param where names a definition by its index, for errors: `init({ tools })[2]`
 * @throws {OptionError} naming the tool and the rule it breaks
 */
export function checkCustomTools(
  definitions: readonly ToolDef[],
  builtins: readonly string[],
  where: (index: number) => string,
): Tool[] {
  const tools = definitions.map((definition, index) => customTool(definition, where(index)));
  const taken = new Map<string, string>();
  for (const name of builtins) taken.set(name.toLowerCase(), `the built-in tool "${name}"`);
  for (const name of RESERVED_TOOL_NAMES) taken.set(name, `"${name}", which the harness keeps for itself`);

  for (const [index, { name }] of tools.entries()) {
    const at = where(index);
    const holder = taken.get(name.toLowerCase());
    if (holder !== undefined) throw clash(name, at, holder);
    taken.set(name.toLowerCase(), `"${name}" of ${at}`);
  }
  return tools;
}

function clash(name: string, where: string, holder: string): OptionError {
  return new OptionError(`${where}: the name "${name}" clashes with ${holder}.`, {
    hint: 'Tool names must be unique, letter case aside. Rename the tool, or switch the built-in off with builtinTools.',
  });
}

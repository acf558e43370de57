import type { InferSchema, ToolContext, ToolDef, ToolSchema } from '../ports/tool.js';
import { checkDefinition } from './check-definition.js';

/** A tool whose `execute` is typed by its schema. */
export interface TypedTool<P extends ToolSchema> extends Omit<ToolDef<P>, 'parameters' | 'execute'> {
  parameters: P;
  execute(args: InferSchema<P>, ctx: ToolContext): unknown;
}

/**
 * The tool as it is, with arguments typed by `parameters` and its name and shape checked at once;
 * the schema is checked at `init()`.
 *
 * ```ts
 * const double = defineTool({
 *   name: 'double',
 *   description: 'Doubles a number.',
 *   parameters: Type.Object({ n: Type.Number() }),
 *   execute: ({ n }) => String(2 * n),
 * });
 * ```
 * @throws {OptionError}
 */
export function defineTool<P extends ToolSchema>(tool: TypedTool<P>): ToolDef<P> {
  const definition = tool as unknown as ToolDef<P>;
  checkDefinition(definition as ToolDef, 'defineTool()');
  return definition;
}

import type { InferSchema, ToolContext, ToolDef, ToolSchema } from '../ports/tool.js';
import { checkCustomTools } from './check-custom-tools.js';

/** A tool whose `execute` is typed by its schema. */
export interface TypedTool<P extends ToolSchema> extends Omit<ToolDef<P>, 'parameters' | 'execute'> {
  parameters: P;
  execute(args: InferSchema<P>, ctx: ToolContext): unknown;
}

/**
 * The tool as it is, with arguments typed by `parameters` and everything checked at once instead of at `init()`.
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
  checkCustomTools([definition as ToolDef], [], () => 'defineTool()');
  return definition;
}

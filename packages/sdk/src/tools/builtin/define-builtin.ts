import type { Static, TObject } from '@sinclair/typebox';
import type { ToolContext, ToolResult } from '../../ports/tool.js';
import type { BuiltinToolName } from '../builtin-tool-names.js';
import { type CompiledToolSchema, compileToolSchema } from '../schema/compile-tool-schema.js';
import type { Tool, ToolServices } from '../tool.js';

export interface BuiltinDefinition<P extends TObject> {
  name: BuiltinToolName;
  /** Tells the model what the tool does, its limits and what to do at them. */
  description: string;
  /** `additionalProperties: false`: a mistyped optional argument should not be ignored in silence. */
  parameters: P;
  /** Which end of an oversized text the model is shown. Default `head`. */
  overflow?: Tool['overflow'];
  /** Works only with its arguments. A failure that the model can act on is a throw or `isError`. */
  execute(input: Static<P>, ctx: ToolContext, services: ToolServices): Promise<ToolResult>;
}

/** A built-in tool: stateless, for any sandbox. Its schema is compiled when it is first looked at. */
export function defineBuiltin<P extends TObject>(definition: BuiltinDefinition<P>): Tool {
  const { name, description, parameters, overflow = 'head' } = definition;
  let compiled: CompiledToolSchema | undefined;
  const schema = () => {
    compiled ??= compileToolSchema(parameters, `parameters of tool "${name}"`);
    return compiled;
  };
  return {
    name,
    description,
    get parameters() {
      return schema().jsonSchema;
    },
    origin: 'builtin',
    executionMode: 'parallel',
    overflow,
    parse: (input) => schema().parse(input),
    execute: (input, ctx, services) => definition.execute(input as Static<P>, ctx, services),
  };
}

import { Type } from '@sinclair/typebox';
import type { ToolSchema } from '../ports/tool.js';
import { compileResultSchema } from './schema/compile-result-schema.js';
import { type CompiledToolSchema, compileToolSchema } from './schema/compile-tool-schema.js';
import type { Tool } from './tool.js';

/** How the model answered a call that asks for a result of a certain shape. */
export type ResultAnswer = { given: true; data: unknown } | { given: false; reason: string };

/** The two tools by which a model hands over a structured result, or says that it cannot. */
export interface ResultTools {
  readonly tools: readonly Tool[];
  /** The first answer; undefined as long as there is none. */
  answer(): ResultAnswer | undefined;
}

const REASON = Type.Object({ reason: Type.String({ minLength: 1, description: 'Why there is no result.' }) });

/** @throws {OptionError} the schema is not usable */
export function createResultTools(schema: ToolSchema, where: string): ResultTools {
  let answered: ResultAnswer | undefined;
  const finish = resultTool(
    'finish',
    'Hand over the final result. Call it once, when the work is done; nothing is read after it.',
    compileResultSchema(schema, where),
    (data) => {
      answered ??= { given: true, data };
      return 'The result was taken.';
    },
  );
  const giveUp = resultTool(
    'give_up',
    'Say that the result cannot be produced, and why. Only when you have tried.',
    compileToolSchema(REASON),
    (input) => {
      answered ??= { given: false, reason: (input as { reason: string }).reason };
      return 'Noted.';
    },
  );
  return { tools: [finish, giveUp], answer: () => answered };
}

function resultTool(
  name: string,
  description: string,
  schema: CompiledToolSchema,
  execute: (input: unknown) => string,
): Tool {
  return {
    name,
    description,
    parameters: schema.jsonSchema,
    origin: 'builtin',
    executionMode: 'parallel',
    overflow: 'head',
    parse: schema.parse,
    execute,
  };
}

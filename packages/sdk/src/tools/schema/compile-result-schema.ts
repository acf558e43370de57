import type { StandardSchema } from '../../ports/standard-schema.js';
import type { ToolSchema } from '../../ports/tool.js';
import type { ParsedInput } from '../tool.js';
import { type CompiledToolSchema, compileToolSchema } from './compile-tool-schema.js';
import { isStandardSchema } from './is-standard-schema.js';
import { createJsonParser } from './json-parser.js';
import { isSchemaObject, type MutableSchema } from './plain-schema.js';
import { prepareSchema } from './prepare-schema.js';
import { standardJsonSchema } from './standard-json-schema.js';
import { createStandardParser } from './standard-parser.js';

/** Where a result that is no plain object stands in the arguments of the call that hands it over. */
const FIELD = 'result';

/**
 * The schema of a call's result, as the arguments of a tool. A plain object is the arguments themselves; anything
 * else, a union too, since not every provider takes one there, is their one field. `parse` gives the bare result.
 * @throws {OptionError} when it is no schema, or cannot be told to a model
 */
export function compileResultSchema(schema: ToolSchema, where: string): CompiledToolSchema {
  const json = describedBy(schema);
  if (!json || isPlainObject(json)) return compileToolSchema(schema, where);
  const wrapped: MutableSchema = {
    type: 'object',
    properties: { [FIELD]: movedBelow(json, `/properties/${FIELD}`) },
    required: [FIELD],
  };
  const parse = isStandardSchema(schema)
    ? createStandardParser(fieldOf(schema), wrapped)
    : createJsonParser(wrapped);
  return { jsonSchema: wrapped, parse: async (input) => unwrap(await parse(input)) };
}

/** Undefined where `compileToolSchema` has the better words for what is wrong. */
function describedBy(schema: ToolSchema): MutableSchema | undefined {
  try {
    return isStandardSchema(schema)
      ? prepareSchema(standardJsonSchema(schema), { patterns: 'any' })
      : prepareSchema(schema);
  } catch {
    return undefined;
  }
}

function isPlainObject({ type, anyOf, oneOf, allOf, $ref }: MutableSchema): boolean {
  return type === 'object' && ![anyOf, oneOf, allOf, $ref].some((keyword) => keyword !== undefined);
}

/** A prepared schema holds pointers from its root; they now begin further down. */
function movedBelow(schema: MutableSchema, path: string): MutableSchema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#')
      ? `#${path}${value.slice(1)}`
      : value,
  );
  return JSON.parse(text) as MutableSchema;
}

function fieldOf(schema: StandardSchema): StandardSchema {
  const { vendor, validate } = schema['~standard'];
  return {
    '~standard': {
      version: 1,
      vendor,
      async validate(input) {
        const outcome = await validate(isSchemaObject(input) ? input[FIELD] : undefined);
        if (outcome.issues) return outcome;
        return { value: { [FIELD]: outcome.value } };
      },
    },
  };
}

function unwrap(parsed: ParsedInput): ParsedInput {
  if (!parsed.ok) return parsed;
  return { ok: true, value: (parsed.value as Record<string, unknown>)[FIELD] };
}

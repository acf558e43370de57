import { OptionError } from '../../errors/option-error.js';
import type { StandardSchema } from '../../ports/standard-schema.js';
import type { JsonSchema, ToolSchema } from '../../ports/tool.js';
import type { ParsedInput } from '../tool.js';
import { isStandardSchema } from './is-standard-schema.js';
import { createJsonParser } from './json-parser.js';
import { modelSchema } from './model-schema.js';
import { objectSchema } from './object-schema.js';
import { prepareSchema } from './prepare-schema.js';
import { SchemaFault } from './schema-fault.js';
import { standardJsonSchema } from './standard-json-schema.js';
import { createStandardParser } from './standard-parser.js';

/** A tool's parameters, ready for the model and for checking what it sends. */
export interface CompiledToolSchema {
  /** JSON Schema 2020-12 of an object, plain data. */
  readonly jsonSchema: JsonSchema;
  /**
   * Check and convert what the model sent. The value is a copy. Never throws or rejects; a promise for a
   * Standard Schema and, while the validator loads, the first time.
   */
  parse(input: unknown): ParsedInput | Promise<ParsedInput>;
}

const compiled = new WeakMap<object, CompiledToolSchema>();

/**
 * Prepare a TypeBox, JSON or Standard Schema; once for each schema object. Cheap: validators load at first use.
 * @param subject names the schema in errors, for example `Parameters of tool "add"`.
 * @throws {OptionError} when it does not describe an object in JSON Schema.
 */
export function compileToolSchema(schema: ToolSchema, subject = "A tool's parameters"): CompiledToolSchema {
  if ((typeof schema !== 'object' && typeof schema !== 'function') || schema === null) {
    throw unusable(subject, `given ${schema === null ? 'null' : typeof schema}, not a schema`);
  }
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  try {
    const made = isStandardSchema(schema) ? compileStandard(schema) : compileJson(schema);
    compiled.set(schema, made);
    return made;
  } catch (error) {
    if (error instanceof SchemaFault) throw unusable(subject, error.message, error);
    throw error;
  }
}

function unusable(subject: string, reason: string, cause?: unknown): OptionError {
  return new OptionError(`${subject} cannot be used: ${reason}.`, {
    hint: 'Give an object schema: Type.Object({...}), JSON Schema with type "object", or one of zod, valibot or arktype.',
    cause,
  });
}

function compileJson(schema: object): CompiledToolSchema {
  const prepared = objectSchema(prepareSchema(schema));
  return { jsonSchema: modelSchema(prepared), parse: createJsonParser(prepared) };
}

function compileStandard(schema: StandardSchema): CompiledToolSchema {
  const prepared = objectSchema(prepareSchema(standardJsonSchema(schema), { patterns: 'any' }));
  return { jsonSchema: modelSchema(prepared), parse: createStandardParser(schema, prepared) };
}

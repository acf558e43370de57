import type { AnySchema, ErrorObject, ValidateFunction } from 'ajv';
import type { JsonSchema } from '../../ports/tool.js';
import { COMMON_FORMATS } from './common-formats.js';
import { patternEngine } from './pattern-engine.js';
import { formatPointer, type SchemaPath } from './resolve-references.js';

/** The faults of a value; none when it is valid. `schema` and `parentSchema` are parts of the compiled schema. */
export type Check = (value: unknown) => readonly ErrorObject[];

/** A compiled schema. Checking changes nothing in the value. */
export interface JsonValidator {
  readonly schema: JsonSchema;
  /** Checks by the whole schema. */
  readonly check: Check;
  /** Checks by the schema at `path` in it; compiled once. */
  at(path: SchemaPath): Check;
}

const ROOT = 'schema';

/**
 * Compile a prepared schema with an Ajv of its own. Loads Ajv, and the linear-time regular expressions where a
 * pattern asks for them. With `lenient`, a pattern that those cannot express accepts every text.
 */
export async function createJsonValidator(
  schema: JsonSchema,
  { lenient = false } = {},
): Promise<JsonValidator> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    verbose: true,
    ownProperties: true,
    meta: false,
    validateSchema: false,
    logger: false,
    formats: COMMON_FORMATS,
    code: { regExp: await patternEngine(schema, lenient) },
  });
  ajv.addSchema(schema as AnySchema, ROOT);
  const parts = new Map<string, Check>();
  return { schema, check: toCheck(ajv.compile({ $ref: ROOT })), at };

  function at(path: SchemaPath): Check {
    const pointer = formatPointer(path);
    let check = parts.get(pointer);
    if (check === undefined) {
      check = toCheck(ajv.compile({ $ref: `${ROOT}${pointer}` }));
      parts.set(pointer, check);
    }
    return check;
  }
}

function toCheck(validate: ValidateFunction): Check {
  return (value) => (validate(value) ? [] : (validate.errors ?? []));
}

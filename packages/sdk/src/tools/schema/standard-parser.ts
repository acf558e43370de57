import type { StandardSchema } from '../../ports/standard-schema.js';
import type { JsonSchema } from '../../ports/tool.js';
import type { ParsedInput } from '../tool.js';
import { coerce } from './coerce.js';
import { copyJson, inputFault } from './copy-json.js';
import { formatStandardIssues } from './format-issues.js';
import { createJsonValidator, type JsonValidator } from './json-validator.js';
import { faultOfSchema, type Parse } from './parse.js';

/**
 * Parse by a Standard Schema; the value is its output. Its JSON Schema only says which conversions to try, when
 * the schema itself refuses the input.
 */
export function createStandardParser(schema: StandardSchema, jsonSchema: JsonSchema): Parse {
  let loading: Promise<JsonValidator> | undefined;

  return async (input) => {
    const fault = inputFault(input);
    if (fault !== undefined) return { ok: false, issues: [fault] };
    try {
      return await judge(input);
    } catch (error) {
      return faultOfSchema(error);
    }
  };

  async function judge(input: unknown): Promise<ParsedInput> {
    const result = await schema['~standard'].validate(copyJson(input));
    if (result.issues === undefined) return { ok: true, value: result.value };
    loading ??= createJsonValidator(jsonSchema, { lenient: true });
    const validator = await loading;
    const coerced = coerce(copyJson(input), validator.check, validator);
    if (coerced === undefined) return { ok: false, issues: formatStandardIssues(result.issues) };
    const retried = await schema['~standard'].validate(coerced.value);
    if (retried.issues === undefined) return { ok: true, value: retried.value };
    return { ok: false, issues: formatStandardIssues(retried.issues) };
  }
}

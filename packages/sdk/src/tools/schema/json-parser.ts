import type { JsonSchema } from '../../ports/tool.js';
import type { ParsedInput } from '../tool.js';
import { coerce } from './coerce.js';
import { copyJson, inputFault } from './copy-json.js';
import { createFillDefaults } from './fill-defaults.js';
import { formatErrors } from './format-issues.js';
import { type Check, createJsonValidator, type JsonValidator } from './json-validator.js';
import { faultOfSchema, type Parse } from './parse.js';

/** Parse by a prepared JSON Schema: as it is, else with lossless conversions, else its faults. */
export function createJsonParser(schema: JsonSchema): Parse {
  const fillDefaults = createFillDefaults(schema);
  let validator: JsonValidator | undefined;
  let loading: Promise<JsonValidator> | undefined;

  return (input) => {
    const fault = inputFault(input);
    if (fault !== undefined) return { ok: false, issues: [fault] };
    return validator === undefined ? loadAndJudge(input) : judgeSafely(input, validator);
  };

  async function loadAndJudge(input: unknown): Promise<ParsedInput> {
    try {
      loading ??= createJsonValidator(schema);
      validator = await loading;
    } catch (error) {
      return faultOfSchema(error);
    }
    return judgeSafely(input, validator);
  }

  function judgeSafely(input: unknown, validator: JsonValidator): ParsedInput {
    try {
      return judge(input, validator);
    } catch (error) {
      return faultOfSchema(error);
    }
  }

  function judge(input: unknown, validator: JsonValidator): ParsedInput {
    const check: Check = (value) => {
      fillDefaults(value);
      return validator.check(value);
    };
    const value = copyJson(input);
    const errors = check(value);
    if (errors.length === 0) return { ok: true, value };
    const coerced = coerce(copyJson(input), check, validator);
    if (coerced !== undefined) return { ok: true, value: coerced.value };
    return { ok: false, issues: formatErrors(errors, value) };
  }
}

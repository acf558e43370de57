import type { ErrorObject } from 'ajv';
import { copyJson } from './copy-json.js';
import type { Check, JsonValidator } from './json-validator.js';
import { type Converted, losslessly, losslesslyOneOf } from './lossless.js';
import { type SchemaPath, valueAt } from './resolve-references.js';

/** Checks that one coercion may make: choices inside choices multiply. */
const MAX_CHECKS = 200;

/**
 * Make an invalid value valid by converting, without loss, the very values that the validator complains of. So
 * nothing that the schema accepts is ever touched, whatever keywords it uses.
 * @param value may be changed in place.
 * @param check the whole schema's; `validator.check` with or without more before it.
 * @returns the valid value, or undefined when conversions alone do not make it valid.
 */
export function coerce(value: unknown, check: Check, validator: JsonValidator): Converted | undefined {
  return settle(value, check, { validator, checksLeft: MAX_CHECKS });
}

interface Search {
  readonly validator: JsonValidator;
  checksLeft: number;
}

interface Settled extends Converted {
  conversions: number;
}

function settle(value: unknown, check: Check, search: Search): Settled | undefined {
  const settled: Settled = { value, conversions: 0 };
  while (search.checksLeft-- > 0) {
    const errors = check(settled.value);
    if (errors.length === 0) return settled;
    const before = settled.conversions;
    // A choice reports its branches' errors first and itself last, so the last one is an outermost one.
    const choice = errors.findLast((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf');
    if (choice !== undefined) settleChoice(settled, choice, search);
    else convertEach(settled, errors);
    if (settled.conversions === before) return undefined;
  }
  return undefined;
}

/** Take the branch that needs the fewest conversions. */
function settleChoice(settled: Settled, error: ErrorObject, search: Search): void {
  const branches = pathOf(error.schema, search.validator.schema);
  if (branches === undefined) return;
  const place = valuePath(settled.value, error.instancePath);
  const current = valueAt(settled.value, place);
  let best: Settled | undefined;
  for (const [index, branch] of (error.schema as unknown[]).entries()) {
    if (typeof branch === 'boolean') continue;
    const attempt = settle(copyJson(current), search.validator.at([...branches, index]), search);
    if (attempt && attempt.conversions < (best?.conversions ?? Number.POSITIVE_INFINITY)) best = attempt;
  }
  if (best === undefined) return;
  replaceAt(settled, place, best.value);
  settled.conversions += best.conversions;
}

function convertEach(settled: Settled, errors: readonly ErrorObject[]): void {
  const converted = new Set<string>();
  for (const error of errors) {
    // An error about a property's name has the place of the object around it.
    if (error.propertyName !== undefined || converted.has(error.instancePath)) continue;
    const place = valuePath(settled.value, error.instancePath);
    const result = conversionFor(error, valueAt(settled.value, place));
    if (result === undefined) continue;
    replaceAt(settled, place, result.value);
    settled.conversions++;
    converted.add(error.instancePath);
  }
}

function conversionFor(error: ErrorObject, value: unknown): Converted | undefined {
  if (error.keyword === 'type') return losslessly(value, [error.params.type].flat());
  if (error.keyword === 'enum') return losslesslyOneOf(value, error.params.allowedValues);
  if (error.keyword === 'const') return losslesslyOneOf(value, [error.params.allowedValue]);
  return undefined;
}

/** The keys of a validator's place (`/tags/0`); those into arrays are numbers. */
export function valuePath(value: unknown, instancePath: string): SchemaPath {
  const path: (string | number)[] = [];
  let current = value;
  for (const part of instancePath.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const key = Array.isArray(current) ? Number(name) : name;
    path.push(key);
    current = valueAt(current, [key]);
  }
  return path;
}

function replaceAt(box: Converted, path: SchemaPath, value: unknown): void {
  const key = path.at(-1);
  if (key === undefined) box.value = value;
  else (valueAt(box.value, path.slice(0, -1)) as Record<string | number, unknown>)[key] = value;
}

/** Where in `root` the very object `part` is. */
function pathOf(part: unknown, root: unknown): SchemaPath | undefined {
  if (part === root) return [];
  if (typeof root !== 'object' || root === null) return undefined;
  for (const [key, inner] of Object.entries(root)) {
    const path = pathOf(part, inner);
    if (path !== undefined) return [key, ...path];
  }
  return undefined;
}

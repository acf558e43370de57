import type { ErrorObject } from 'ajv';
import type { StandardIssue } from '../../ports/standard-schema.js';
import { valuePath } from './coerce.js';
import { clip, formatPath } from './format-path.js';
import { isSchemaObject } from './plain-schema.js';
import { valueAt } from './resolve-references.js';

const MAX_LINES = 10;
const MAX_NAMES = 12;
/** Errors that are looked at; many give the same line. */
const MAX_ERRORS = 200;

/** A validator's errors as short lines for a model, `tags[1]: must be string (got number)`. */
export function formatErrors(errors: readonly ErrorObject[], value: unknown): string[] {
  const choices = errors.filter((error) => error.keyword === 'anyOf' || error.keyword === 'oneOf');
  const details = errors.filter(
    (error) => !['anyOf', 'oneOf', 'if', 'propertyNames'].includes(error.keyword),
  );
  const lines = new Set<string>();
  for (const error of details.slice(0, MAX_ERRORS)) lines.add(describeError(error, details, value));
  for (const error of choices) {
    if (!details.some((detail) => detail.instancePath.startsWith(error.instancePath))) {
      lines.add(describeChoice(error, value));
    }
  }
  return bounded([...lines]);
}

/** Issues of a Standard Schema in the same form. */
export function formatStandardIssues(issues: readonly StandardIssue[]): string[] {
  return bounded(
    issues.map(({ path = [], message }) => {
      const keys = path.map((segment) => (typeof segment === 'object' ? segment.key : segment));
      return line(keys, clip(message, 200));
    }),
  );
}

function describeError(error: ErrorObject, all: readonly ErrorObject[], value: unknown): string {
  const path = valuePath(value, error.instancePath);
  const got = valueAt(value, path);
  const { params } = error;
  switch (error.keyword) {
    case 'type':
      return line(path, `must be ${typesAt(error.instancePath, all)} (got ${typeOf(got)})`);
    case 'required':
      return line([...path, params.missingProperty], 'is missing');
    case 'additionalProperties':
      return line([...path, params.additionalProperty], `is not a known property${known(error)}`);
    case 'unevaluatedProperties':
      return line([...path, params.unevaluatedProperty], 'is not a known property');
    case 'enum':
      return line(path, `must be one of ${list(params.allowedValues)} (got ${show(got)})`);
    case 'const':
      return line(path, `must be ${show(params.allowedValue)} (got ${show(got)})`);
    case 'false schema':
      return line(path, 'must not be there');
    default:
      return line(path, `${clip(error.message ?? error.keyword, 200)}${scalar(got)}`);
  }
}

function describeChoice(error: ErrorObject, value: unknown): string {
  const path = valuePath(value, error.instancePath);
  return line(
    path,
    error.params.passingSchemas ? 'fits more than one form and must fit one' : 'fits no allowed form',
  );
}

/** Branches of a choice complain one by one; together they say what would be accepted. */
function typesAt(instancePath: string, errors: readonly ErrorObject[]): string {
  const types = errors
    .filter((error) => error.keyword === 'type' && error.instancePath === instancePath)
    .flatMap((error): string[] => error.params.type);
  return [...new Set(types)].join(' or ');
}

function known(error: ErrorObject): string {
  const properties = error.parentSchema?.properties;
  const names = isSchemaObject(properties) ? Object.keys(properties) : [];
  if (names.length === 0) return '';
  const more = names.length > MAX_NAMES ? ', …' : '';
  return ` (known: ${names
    .slice(0, MAX_NAMES)
    .map((name) => clip(name, 60))
    .join(', ')}${more})`;
}

function list(values: readonly unknown[]): string {
  const more = values.length > MAX_NAMES ? ', …' : '';
  return `${values.slice(0, MAX_NAMES).map(show).join(', ')}${more}`;
}

function scalar(value: unknown): string {
  return typeof value === 'object' ? '' : ` (got ${show(value)})`;
}

function show(value: unknown): string {
  return typeof value === 'object' && value !== null
    ? typeOf(value)
    : clip(JSON.stringify(value) ?? 'undefined', 60);
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function line(path: readonly PropertyKey[], text: string): string {
  return `${path.length === 0 ? 'the arguments' : formatPath(path)}: ${text}`;
}

function bounded(lines: string[]): string[] {
  const unique = [...new Set(lines)];
  if (unique.length <= MAX_LINES) return unique;
  return [...unique.slice(0, MAX_LINES - 1), '… and more'];
}

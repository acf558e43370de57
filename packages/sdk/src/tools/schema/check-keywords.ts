import { clip } from './format-path.js';
import { patternFault } from './pattern-engine.js';
import { isSchemaObject, type MutableSchema } from './plain-schema.js';
import { SchemaFault } from './schema-fault.js';
import { SCHEMA_KEYWORDS } from './subschemas.js';

const TYPES: readonly unknown[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const NUMBERS = [
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
];

/**
 * Refuse keywords that are there but cannot mean anything, such as `type: 'strng'` or `required: true` on a
 * property: a validator would fail on them at the first call, far from whoever wrote them.
 * @throws {SchemaFault}
 */
export function checkKeywords(schema: MutableSchema, path: readonly PropertyKey[]): void {
  const refuse = (keyword: string, reason: string): never => {
    throw new SchemaFault([...path, keyword], reason);
  };
  checkType(schema.type, refuse);
  for (const keyword of NUMBERS) {
    const value = schema[keyword];
    if (value !== undefined && typeof value !== 'number') refuse(keyword, 'must be a number');
  }
  for (const keyword of ['pattern', 'format', '$ref'] as const) {
    const value = schema[keyword];
    if (value !== undefined && typeof value !== 'string') refuse(keyword, 'must be a string');
  }
  checkRequired(schema.required, refuse);
  checkEnum(schema.enum, refuse);
  for (const keyword of SCHEMA_KEYWORDS.ONE) {
    const value = schema[keyword];
    if (value !== undefined && !isSchema(value)) {
      if (!(keyword === 'items' && isSchemaList(value))) refuse(keyword, 'must be a schema');
    }
  }
  for (const keyword of SCHEMA_KEYWORDS.LISTS) {
    const value = schema[keyword];
    if (value !== undefined && !isSchemaList(value)) refuse(keyword, 'must be a list of schemas');
  }
  for (const keyword of SCHEMA_KEYWORDS.MAPS) {
    const value = schema[keyword];
    if (value === undefined) continue;
    if (!isSchemaObject(value)) refuse(keyword, 'must be an object of schemas');
    for (const [name, inner] of Object.entries(value as MutableSchema)) {
      if (!isSchema(inner)) throw new SchemaFault([...path, keyword, name], 'must be a schema');
    }
  }
}

/** @throws {SchemaFault} for a pattern that `patternFault` finds fault with. */
export function checkPatterns(schema: MutableSchema, path: readonly PropertyKey[]): void {
  const names = isSchemaObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
  for (const pattern of [schema.pattern, ...names]) {
    if (typeof pattern !== 'string') continue;
    const fault = patternFault(pattern);
    const keyword = pattern === schema.pattern ? 'pattern' : 'patternProperties';
    if (fault !== undefined)
      throw new SchemaFault([...path, keyword], `${JSON.stringify(clip(pattern, 80))} ${fault}`);
  }
}

type Refuse = (keyword: string, reason: string) => never;

function checkType(type: unknown, refuse: Refuse): void {
  if (type === undefined) return;
  const types = Array.isArray(type) ? type : [type];
  const wrong = types.find((name) => !TYPES.includes(name));
  if (types.length > 0 && wrong === undefined) return;
  refuse('type', `is ${JSON.stringify(wrong ?? type)}, which JSON has not (JSON has ${TYPES.join(', ')})`);
}

function checkRequired(required: unknown, refuse: Refuse): void {
  if (required === undefined) return;
  if (Array.isArray(required) && required.every((name) => typeof name === 'string')) return;
  refuse('required', 'must be a list of property names, beside "properties"');
}

function checkEnum(values: unknown, refuse: Refuse): void {
  if (values === undefined || (Array.isArray(values) && values.length > 0)) return;
  refuse('enum', 'must be a list with at least one value');
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isSchemaObject(value);
}

function isSchemaList(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every(isSchema);
}

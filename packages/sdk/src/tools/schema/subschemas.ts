import { isSchemaObject, type MutableSchema } from './plain-schema.js';

/** Keywords whose value is one schema; `items` may also be a list in older drafts. */
const ONE = [
  'additionalProperties',
  'items',
  'additionalItems',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
  'not',
  'if',
  'then',
  'else',
] as const;
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'] as const;
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'] as const;

export const SCHEMA_KEYWORDS = { ONE, LISTS, MAPS };

/** A schema directly inside another one. */
export interface Subschema {
  /** Keys from the outer schema to this one. */
  path: readonly (string | number)[];
  /** An object, or `true` or `false`. */
  schema: unknown;
}

/** The schemas directly inside `schema`. Data such as `default` or `enum` is none. */
export function subschemas(schema: MutableSchema): Subschema[] {
  const found: Subschema[] = [];
  for (const keyword of ONE) {
    const value = schema[keyword];
    if (Array.isArray(value)) found.push(...listed(keyword, value));
    else if (value !== undefined) found.push({ path: [keyword], schema: value });
  }
  for (const keyword of LISTS) {
    const value = schema[keyword];
    if (Array.isArray(value)) found.push(...listed(keyword, value));
  }
  for (const keyword of MAPS) {
    const value = schema[keyword];
    if (!isSchemaObject(value)) continue;
    for (const key of Object.keys(value)) found.push({ path: [keyword, key], schema: value[key] });
  }
  return found;
}

function listed(keyword: string, list: unknown[]): Subschema[] {
  return list.map((schema, index) => ({ path: [keyword, index], schema }));
}

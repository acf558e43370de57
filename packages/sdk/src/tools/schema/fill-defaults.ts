import type { JsonSchema } from '../../ports/tool.js';
import { copyJson } from './copy-json.js';
import { isSchemaObject } from './plain-schema.js';
import { parsePointer, valueAt } from './resolve-references.js';

/** Puts defaults of absent properties into a value, in place; each a copy of its own. */
export type FillDefaults = (value: unknown) => void;

/**
 * Follows `properties`, `items`, `prefixItems`, `allOf` and references. Choices (`anyOf`, `if` and the like) are
 * left alone: which branch holds is not known before the check, and a wrong branch's defaults would stay.
 */
export function createFillDefaults(schema: JsonSchema): FillDefaults {
  if (!JSON.stringify(schema).includes('"default":')) return () => {};
  return (value) => fill(schema, value, schema);
}

function fill(schema: unknown, value: unknown, root: JsonSchema): void {
  if (!isSchemaObject(schema) || typeof value !== 'object' || value === null) return;
  if (typeof schema.$ref === 'string') fill(referenced(schema.$ref, root), value, root);
  if (Array.isArray(schema.allOf)) for (const part of schema.allOf) fill(part, value, root);
  if (Array.isArray(value)) fillItems(schema, value, root);
  else if (isSchemaObject(schema.properties))
    fillProperties(schema.properties, value as Record<string, unknown>, root);
}

function fillItems(schema: JsonSchema, items: unknown[], root: JsonSchema): void {
  const leading = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
  items.forEach((item, index) => {
    fill(index < leading.length ? leading[index] : schema.items, item, root);
  });
}

function fillProperties(properties: JsonSchema, value: Record<string, unknown>, root: JsonSchema): void {
  for (const name of Object.keys(properties)) {
    const property = properties[name];
    if (!Object.hasOwn(value, name)) {
      const found = defaultOf(property, root);
      if (found !== undefined) value[name] = copyJson(found);
    }
    if (Object.hasOwn(value, name)) fill(property, value[name], root);
  }
}

function defaultOf(schema: unknown, root: JsonSchema): unknown {
  if (!isSchemaObject(schema)) return undefined;
  if (schema.default !== undefined) return schema.default;
  return typeof schema.$ref === 'string' ? defaultOf(referenced(schema.$ref, root), root) : undefined;
}

function referenced(reference: string, root: JsonSchema): unknown {
  const path = parsePointer(reference);
  return path && valueAt(root, path);
}

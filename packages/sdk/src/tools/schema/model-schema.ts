import type { JsonSchema } from '../../ports/tool.js';
import { isSchemaObject } from './plain-schema.js';
import { parsePointer, valueAt } from './resolve-references.js';

const COMBINERS = ['allOf', 'anyOf', 'oneOf'] as const;

/**
 * An object schema as a model is told it. Providers refuse `allOf`, `anyOf` and `oneOf` at the top of a tool's
 * parameters, so there the properties of all parts are listed side by side: looser than the schema that checks,
 * never stricter. A schema without them is returned as it is.
 */
export function modelSchema(schema: JsonSchema): JsonSchema {
  if (!COMBINERS.some((combiner) => schema[combiner] !== undefined)) return schema;
  const { allOf: _allOf, anyOf: _anyOf, oneOf: _oneOf, ...rest } = schema;
  const { properties, required } = outline(schema, schema);
  const flat = {
    ...rest,
    properties: Object.fromEntries([...properties].map(([name, forms]) => [name, anyForm(forms)])),
  };
  // A pointer into a part that is gone would dangle.
  if (/"\$ref":"#\/(?:allOf|anyOf|oneOf)\//.test(JSON.stringify(flat))) return schema;
  return required.size > 0 ? { ...flat, required: [...required] } : flat;
}

/** The properties that an object may have, each with the forms it may take, and those it must have. */
interface Outline {
  properties: Map<string, unknown[]>;
  required: Set<string>;
}

function outline(schema: unknown, root: JsonSchema): Outline {
  const result: Outline = { properties: new Map(), required: new Set() };
  if (!isSchemaObject(schema)) return result;
  const { properties, required, allOf } = schema;
  if (isSchemaObject(properties))
    addForms(result, new Map(Object.entries(properties).map(([k, v]) => [k, [v]])));
  if (Array.isArray(required)) for (const name of required) result.required.add(name);
  const together = [...(Array.isArray(allOf) ? allOf : []), ...referenced(schema, root)];
  for (const part of together) join(result, outline(part, root));
  for (const choice of [schema.anyOf, schema.oneOf]) {
    if (Array.isArray(choice)) join(result, either(choice.map((branch) => outline(branch, root))));
  }
  return result;
}

function join(result: Outline, more: Outline): void {
  addForms(result, more.properties);
  for (const name of more.required) result.required.add(name);
}

/** Of a choice only what every branch demands is required. */
function either(branches: Outline[]): Outline {
  const result: Outline = { properties: new Map(), required: new Set() };
  for (const branch of branches) addForms(result, branch.properties);
  for (const name of branches[0]?.required ?? []) {
    if (branches.every((branch) => branch.required.has(name))) result.required.add(name);
  }
  return result;
}

function addForms(result: Outline, more: ReadonlyMap<string, unknown[]>): void {
  for (const [name, forms] of more) {
    const all = result.properties.get(name) ?? [];
    for (const form of forms) {
      const text = JSON.stringify(form);
      if (!all.some((known) => JSON.stringify(known) === text)) all.push(form);
    }
    result.properties.set(name, all);
  }
}

function anyForm(forms: unknown[]): unknown {
  return forms.length === 1 ? forms[0] : { anyOf: forms };
}

function referenced(schema: JsonSchema, root: JsonSchema): unknown[] {
  const path = typeof schema.$ref === 'string' ? parsePointer(schema.$ref) : undefined;
  return path === undefined ? [] : [valueAt(root, path)];
}

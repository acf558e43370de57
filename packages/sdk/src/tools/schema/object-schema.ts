import { isSchemaObject, type MutableSchema } from './plain-schema.js';
import { parsePointer, valueAt } from './resolve-references.js';
import { SchemaFault } from './schema-fault.js';

const OBJECT_KEYWORDS = [
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'required',
  'minProperties',
  'maxProperties',
];
const ANNOTATIONS = ['title', 'description', 'default', 'examples', 'deprecated', '$defs', 'definitions'];

/**
 * Make a prepared schema say at its top that it describes an object, as providers demand of a tool's arguments.
 * `{}` is an object whose properties are not known.
 * @throws {SchemaFault} when it describes something else.
 */
export function objectSchema(prepared: MutableSchema): MutableSchema {
  const described = describe(prepared, prepared);
  if (described !== 'object') {
    throw new SchemaFault([], `describes ${described}, but a tool's arguments are one object`);
  }
  const { type: _type, properties = {}, ...rest } = withoutTopReference(prepared);
  return { type: 'object', properties, ...rest };
}

/** What a schema describes, in words; `object` when it is exactly that. */
function describe(schema: unknown, root: MutableSchema): string {
  if (!isSchemaObject(schema)) return 'any value';
  const { type } = schema;
  if (type === 'object' || (Array.isArray(type) && type.includes('object'))) return 'object';
  if (typeof type === 'string') return `a value of type ${type}`;
  if (Array.isArray(type)) return `a value of type ${type.join(' or ')}`;
  if (schema.enum !== undefined || schema.const !== undefined) return 'a fixed value';
  const keywords = Object.keys(schema);
  if (keywords.some((keyword) => OBJECT_KEYWORDS.includes(keyword))) return 'object';
  if (keywords.every((keyword) => ANNOTATIONS.includes(keyword))) return 'object';
  if (typeof schema.$ref === 'string') return describe(valueAt(root, parsePointer(schema.$ref) ?? []), root);
  for (const union of [schema.anyOf, schema.oneOf]) {
    if (!Array.isArray(union)) continue;
    const other = union.map((branch) => describe(branch, root)).find((kind) => kind !== 'object');
    return other === undefined ? 'object' : `a choice that includes ${other}`;
  }
  if (!Array.isArray(schema.allOf)) return 'any value';
  return schema.allOf.map((part) => describe(part, root)).find((kind) => kind !== 'object') ?? 'object';
}

/**
 * The schema that a reference at the top stands for. Definitions keep their places, so pointers stay true. Left
 * as it is when both sides say the same keyword, since both must then hold.
 */
function withoutTopReference(root: MutableSchema): MutableSchema {
  const { $ref, ...own } = root;
  if (typeof $ref !== 'string') return root;
  const target = valueAt(root, parsePointer($ref) ?? []);
  if (!isSchemaObject(target)) return own;
  const clash = Object.keys(own).some((key) => key in target && !ANNOTATIONS.includes(key) && key !== 'type');
  return clash ? root : withoutTopReference({ ...target, ...own });
}

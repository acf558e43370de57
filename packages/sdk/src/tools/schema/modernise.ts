import { isSchemaObject, type MutableSchema } from './plain-schema.js';

/** Rewrite one schema of an older draft, or of OpenAPI, in the words of 2020-12. Inner schemas are not visited. */
export function modernise(schema: MutableSchema): void {
  for (const keyword of ['$schema', '$async', '$vocabulary', '$comment']) delete schema[keyword];
  if (typeof schema.id === 'string') delete schema.id;
  renameTuple(schema);
  splitDependencies(schema);
  exclusiveBound(schema, 'exclusiveMinimum', 'minimum');
  exclusiveBound(schema, 'exclusiveMaximum', 'maximum');
  allowNull(schema);
}

function renameTuple(schema: MutableSchema): void {
  if (!Array.isArray(schema.items)) return;
  if (schema.items.length > 0) schema.prefixItems = schema.items;
  delete schema.items;
  if (schema.additionalItems !== undefined) schema.items = schema.additionalItems;
  delete schema.additionalItems;
}

function splitDependencies(schema: MutableSchema): void {
  if (!isSchemaObject(schema.dependencies)) return;
  const required: MutableSchema = {};
  const schemas: MutableSchema = {};
  for (const [name, value] of Object.entries(schema.dependencies)) {
    if (Array.isArray(value)) required[name] = value;
    else schemas[name] = value;
  }
  if (Object.keys(required).length > 0) schema.dependentRequired = required;
  if (Object.keys(schemas).length > 0) schema.dependentSchemas = schemas;
  delete schema.dependencies;
}

/** In draft 4 an exclusive bound is a flag on the bound itself. */
function exclusiveBound(schema: MutableSchema, exclusive: string, bound: string): void {
  if (typeof schema[exclusive] !== 'boolean') return;
  if (schema[exclusive] && schema[bound] !== undefined) {
    schema[exclusive] = schema[bound];
    delete schema[bound];
  } else {
    delete schema[exclusive];
  }
}

/** OpenAPI 3.0 says `nullable` where JSON Schema lists the type `null`. */
function allowNull(schema: MutableSchema): void {
  if (schema.nullable === true && typeof schema.type === 'string' && schema.type !== 'null') {
    schema.type = [schema.type, 'null'];
    if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...schema.enum, null];
  }
  if (typeof schema.nullable === 'boolean') delete schema.nullable;
}

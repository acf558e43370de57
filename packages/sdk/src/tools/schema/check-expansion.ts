import { isSchemaObject, type MutableSchema } from './plain-schema.js';
import { parsePointer, type SchemaNode, valueAt } from './resolve-references.js';
import { SchemaFault } from './schema-fault.js';
import { subschemas } from './subschemas.js';

/** Schemas that one value may have to be checked against; far above any real tool. */
const MAX_CHECKS = 5_000;

/** Keywords whose schemas apply to the same value as the schema around them. */
const IN_PLACE: ReadonlySet<string | number | undefined> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'dependentSchemas',
]);

/**
 * Refuse schemas whose check of one value would never end, or take time without measure, because references
 * lead back or multiply without a step into the value.
 * @throws {SchemaFault}
 */
export function checkExpansion(root: MutableSchema, nodes: Iterable<SchemaNode>): void {
  const weights = new Map<MutableSchema, number>();
  for (const node of nodes) {
    const weight = weigh(node.schema);
    if (weight === Number.POSITIVE_INFINITY) {
      throw new SchemaFault(node.path, 'refers back to itself without a step into the value');
    }
    if (weight > MAX_CHECKS) {
      throw new SchemaFault(node.path, `checks one value against more than ${MAX_CHECKS} schemas`);
    }
  }

  function weigh(schema: MutableSchema): number {
    const known = weights.get(schema);
    if (known !== undefined) return known;
    weights.set(schema, Number.POSITIVE_INFINITY);
    let weight = 1;
    for (const inner of inPlace(schema, root)) if (isSchemaObject(inner)) weight += weigh(inner);
    weights.set(schema, weight);
    return weight;
  }
}

function inPlace(schema: MutableSchema, root: MutableSchema): unknown[] {
  const inner = subschemas(schema)
    .filter(({ path }) => IN_PLACE.has(path[0]))
    .map((subschema) => subschema.schema);
  const target = typeof schema.$ref === 'string' ? parsePointer(schema.$ref) : undefined;
  return target === undefined ? inner : [...inner, valueAt(root, target)];
}

import { checkExpansion } from './check-expansion.js';
import { checkKeywords, checkPatterns } from './check-keywords.js';
import { modernise } from './modernise.js';
import { isSchemaObject, type MutableSchema, plainSchema } from './plain-schema.js';
import {
  collectNames,
  dropNames,
  rewriteReference,
  type SchemaNames,
  type SchemaNode,
  type SchemaPath,
  valueAt,
} from './resolve-references.js';
import { subschemas } from './subschemas.js';

export interface PrepareOptions {
  /** `linear` (default): refuse a pattern that no linear-time engine can match. */
  patterns?: 'linear' | 'any';
}

/**
 * A fresh JSON Schema 2020-12 that a validator can compile without surprises: plain data, keywords that mean
 * something, and every `$ref` a pointer to a schema that is there.
 * @throws {SchemaFault}
 */
export function prepareSchema(schema: object, { patterns = 'linear' }: PrepareOptions = {}): MutableSchema {
  const root = plainSchema(schema);
  const nodes = new Map<MutableSchema, SchemaNode>();
  const names: SchemaNames = { ids: new Map(), anchors: new Map() };
  visit(root, [], []);
  // Targets may lie outside the known keywords, for example under "components": they are visited when found.
  for (const node of nodes.values()) {
    const target = rewriteReference(root, node, names);
    if (target !== undefined) visit(valueAt(root, target), target, node.base);
  }
  for (const node of nodes.values()) dropNames(node.schema);
  checkExpansion(root, nodes.values());
  return root;

  function visit(value: unknown, path: SchemaPath, base: SchemaPath): void {
    if (!isSchemaObject(value) || nodes.has(value)) return;
    modernise(value);
    checkKeywords(value, path);
    if (patterns === 'linear') checkPatterns(value, path);
    const node = { schema: value, path, base: typeof value.$id === 'string' ? path : base };
    nodes.set(value, node);
    collectNames(node, names);
    for (const inner of subschemas(value)) visit(inner.schema, [...path, ...inner.path], node.base);
  }
}

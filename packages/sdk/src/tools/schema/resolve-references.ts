import { isSchemaObject, type MutableSchema } from './plain-schema.js';

export type SchemaPath = readonly (string | number)[];

/** A schema in a document: where it is, and the path of the nearest schema around it that has an `$id`. */
export interface SchemaNode {
  schema: MutableSchema;
  path: SchemaPath;
  base: SchemaPath;
}

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'] as const;
const NAMES = ['$id', '$anchor', '$dynamicAnchor', '$recursiveAnchor'] as const;

/** Names that schemas of one document have, as `<base>#<anchor>` and as ids, each with its path. */
export interface SchemaNames {
  ids: Map<string, SchemaPath>;
  anchors: Map<string, SchemaPath>;
}

/** Learn the names that a schema gives itself. */
export function collectNames(node: SchemaNode, names: SchemaNames): void {
  const { schema, path, base } = node;
  if (typeof schema.$id === 'string') names.ids.set(schema.$id.replace(/#$/, ''), path);
  for (const keyword of ['$anchor', '$dynamicAnchor']) {
    const anchor = schema[keyword];
    if (typeof anchor === 'string') names.anchors.set(`${formatPointer(base)}#${anchor}`, path);
  }
}

/**
 * Rewrite a schema's reference as a pointer into `root` and return the path that it points to. A reference to
 * anything else, such as another document, is taken out: it then accepts every value.
 */
export function rewriteReference(
  root: MutableSchema,
  node: SchemaNode,
  names: SchemaNames,
): SchemaPath | undefined {
  const { schema } = node;
  let target: SchemaPath | undefined;
  for (const keyword of REFERENCES) {
    const reference = schema[keyword];
    if (reference === undefined) continue;
    delete schema[keyword];
    if (typeof reference === 'string') target ??= locate(root, reference, node.base, names);
  }
  if (target !== undefined) schema.$ref = formatPointer(target);
  return target;
}

/** The names are of no use once every reference is a pointer, and could clash between tools. */
export function dropNames(schema: MutableSchema): void {
  for (const keyword of NAMES) delete schema[keyword];
}

/** A path as a URI fragment: `#/$defs/item`. */
export function formatPointer(path: SchemaPath): string {
  return `#${path.map((key) => `/${escapeKey(String(key))}`).join('')}`;
}

/** What is at `path`, looking at own properties only. */
export function valueAt(value: unknown, path: SchemaPath): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as MutableSchema)[key];
  }
  return current;
}

function locate(
  root: MutableSchema,
  reference: string,
  base: SchemaPath,
  names: SchemaNames,
): SchemaPath | undefined {
  const hash = reference.indexOf('#');
  const id = hash === -1 ? reference : reference.slice(0, hash);
  const fragment = hash === -1 ? '' : reference.slice(hash + 1);
  const start = id === '' ? base : names.ids.get(id);
  if (start === undefined) return undefined;
  if (fragment !== '' && !fragment.startsWith('/'))
    return names.anchors.get(`${formatPointer(start)}#${fragment}`);
  const pointer = parsePointer(`#${fragment}`);
  if (pointer === undefined) return undefined;
  return [[...start, ...pointer], pointer].find((path) => isSchema(valueAt(root, path)));
}

/** The path of a `#/...` pointer; undefined when its escapes are broken. */
export function parsePointer(pointer: string): SchemaPath | undefined {
  try {
    return pointer
      .slice(1)
      .split('/')
      .slice(1)
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  } catch {
    return undefined;
  }
}

function escapeKey(key: string): string {
  return encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1')).replaceAll('%24', '$');
}

function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isSchemaObject(value);
}

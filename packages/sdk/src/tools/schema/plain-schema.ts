import { isUnsafeKey, MAX_DEPTH } from './copy-json.js';
import { SchemaFault } from './schema-fault.js';

/** A schema that is being prepared; ours alone, so it may be changed in place. */
export type MutableSchema = Record<string, unknown>;

/** Far above any real tool; a bound for schemas that share parts of themselves without end. */
const MAX_NODES = 20_000;

/**
 * The JSON content of a schema as fresh plain data: symbols, functions and undefined fields are left out, so
 * that a schema object of any library's copy means the same.
 * @throws {SchemaFault} when it holds what JSON cannot carry.
 */
export function plainSchema(schema: object): MutableSchema {
  const path: PropertyKey[] = [];
  const above = new Set<object>();
  let nodes = 0;
  const copy = copyValue(schema);
  if (!isSchemaObject(copy)) throw new SchemaFault([], 'is not an object');
  return copy;

  function copyValue(value: unknown): unknown {
    if (++nodes > MAX_NODES) throw new SchemaFault([], `has more than ${MAX_NODES} parts`);
    if (typeof value === 'bigint') throw new SchemaFault(path, 'is a bigint, which JSON has not');
    if (typeof value === 'number' && !Number.isFinite(value)) {
      throw new SchemaFault(path, `is ${value}, which JSON has not`);
    }
    if (typeof value === 'function' || typeof value === 'symbol') return undefined;
    if (typeof value !== 'object' || value === null) return value;
    if ('toJSON' in value && typeof value.toJSON === 'function') return copyValue(value.toJSON());
    if (above.has(value)) throw new SchemaFault(path, 'contains itself; use "$ref" for a recursive schema');
    if (path.length === MAX_DEPTH) throw new SchemaFault([], `is nested deeper than ${MAX_DEPTH} levels`);
    above.add(value);
    const result = Array.isArray(value) ? value.map(copyItem) : copyFields(value as MutableSchema);
    above.delete(value);
    return result;
  }

  function copyItem(item: unknown, index: number): unknown {
    path.push(index);
    const copied = copyValue(item) ?? null;
    path.pop();
    return copied;
  }

  function copyFields(fields: MutableSchema): MutableSchema {
    const result: MutableSchema = {};
    for (const key of Object.keys(fields)) {
      path.push(key);
      if (isUnsafeKey(key)) throw new SchemaFault(path, 'has a name that no argument may have');
      const copied = copyValue(fields[key]);
      if (copied !== undefined) result[key] = copied;
      path.pop();
    }
    return result;
  }
}

/** True for a schema that is not `true` or `false`. */
export function isSchemaObject(value: unknown): value is MutableSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * `value` as JSON text. Unlike `JSON.stringify`, what JSON cannot hold is an error that names its path: BigInt,
 * binary data, cycles, a value that is nothing but a function or symbol.
 * @param root name of the value in the error's path
 */
export function toJsonText(value: unknown, root = 'value'): string {
  try {
    const text = JSON.stringify(value, refuseLost);
    if (text !== undefined) return text;
  } catch {
    // The walk below finds out where; JSON.stringify does not tell.
  }
  throw new TypeError(jsonFault(value, root));
}

/** A copy that later changes cannot reach; what JSON cannot hold is replaced by the reason. */
export function jsonCopy(value: object): Record<string, unknown> {
  try {
    return JSON.parse(toJsonText(value, 'details')) as Record<string, unknown>;
  } catch (fault) {
    return { unserialisable: fault instanceof Error ? fault.message : String(fault) };
  }
}

/** Where and why `value` is not JSON. */
export function jsonFault(value: unknown, root = 'value'): string {
  return findFault(value, root, []) ?? `${root} cannot be turned into JSON`;
}

function refuseLost(this: unknown, key: string, value: unknown): unknown {
  const raw = (this as Record<string, unknown>)[key];
  if (isBinary(raw) || isCollection(raw)) throw new TypeError('not JSON');
  return value;
}

function findFault(value: unknown, path: string, above: readonly object[]): string | undefined {
  if (typeof value === 'bigint') return `${path} is a BigInt`;
  if (typeof value === 'function' || typeof value === 'symbol') {
    return above.length === 0 ? `${path} is a ${typeof value}` : undefined;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  if (isBinary(value)) return `${path} is binary data; return it as base64 text or write it to a file`;
  if (isCollection(value)) return `${path} is a ${value.constructor.name}, which JSON would show as {}`;
  if (above.includes(value)) return `${path} refers back to an object that contains it`;
  if (above.length > 1000) return `${path.slice(0, 100)}... is nested more than 1000 levels deep`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return toJsonFault(value, path);
  for (const [key, child] of Object.entries(value)) {
    const at = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    const fault = findFault(child, at, [...above, value]);
    if (fault) return fault;
  }
  return undefined;
}

function toJsonFault(value: object, path: string): string | undefined {
  try {
    JSON.stringify(value);
    return undefined;
  } catch (error) {
    return `${path} has a toJSON that fails: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function isBinary(value: unknown): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer;
}

function isCollection(value: unknown): boolean {
  return value instanceof Map || value instanceof Set;
}

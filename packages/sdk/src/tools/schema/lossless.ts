import { inputFault } from './copy-json.js';

/** A value in another type, boxed since it may be anything. */
export interface Converted {
  value: unknown;
}

/**
 * `value` as one of the JSON Schema `types` when nothing of it is lost or guessed: converting back gives the very
 * same text or value. `"10"` is 10, but `"010"`, `"1e3"` and `" 10 "` are not; null and lists stay what they are.
 */
export function losslessly(value: unknown, types: readonly string[]): Converted | undefined {
  for (const type of types) {
    const converted = typeof value === 'string' ? fromText(value, type) : toText(value, type);
    if (converted !== undefined) return converted;
  }
  return undefined;
}

/** The one of `allowed` that `value` is in another type. */
export function losslesslyOneOf(value: unknown, allowed: readonly unknown[]): Converted | undefined {
  const types: Record<string, string> = { string: 'string', number: 'number', boolean: 'boolean' };
  for (const candidate of allowed) {
    const type = candidate === null ? 'null' : types[typeof candidate];
    const converted = type && losslessly(value, [type]);
    if (converted && converted.value === candidate) return converted;
  }
  return undefined;
}

function fromText(text: string, type: string): Converted | undefined {
  if (type === 'integer' || type === 'number') return fromNumeral(text, type);
  if (type === 'boolean') return text === 'true' || text === 'false' ? { value: text === 'true' } : undefined;
  if (type === 'null') return text === 'null' ? { value: null } : undefined;
  return type === 'array' || type === 'object' ? fromJson(text, type) : undefined;
}

function fromNumeral(text: string, type: 'integer' | 'number'): Converted | undefined {
  const value = Number(text);
  if (String(value) !== text || !Number.isFinite(value)) return undefined;
  return type === 'number' || Number.isInteger(value) ? { value } : undefined;
}

function fromJson(text: string, type: 'array' | 'object'): Converted | undefined {
  if (!text.trimStart().startsWith(type === 'array' ? '[' : '{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return inputFault(value) === undefined ? { value } : undefined;
  } catch {
    return undefined;
  }
}

/** A whole number only: of `1.10` or of 20 digits the text that was meant is gone. */
function toText(value: unknown, type: string): Converted | undefined {
  if (type !== 'string') return undefined;
  if (typeof value === 'boolean') return { value: String(value) };
  return Number.isSafeInteger(value) && !Object.is(value, -0) ? { value: String(value) } : undefined;
}

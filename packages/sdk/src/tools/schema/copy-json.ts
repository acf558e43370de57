import { formatPath } from './format-path.js';

/** Deeper values would overflow the stack of whatever walks them later. */
export const MAX_DEPTH = 256;

/** Keys that reach prototypes when a value is merged into another. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function isUnsafeKey(key: string): boolean {
  return UNSAFE_KEYS.has(key);
}

/** Why a value that a model sent cannot be taken, with the place; undefined when it can. */
export function inputFault(value: unknown): string | undefined {
  const fault = findFault(value, 0);
  if (fault === undefined) return undefined;
  const place = formatPath(fault.path);
  return `${place === '' ? 'the arguments' : place}: ${fault.text}`;
}

/** A deep copy of plain JSON data. Call `inputFault` first. */
export function copyJson<T>(value: T): T;
export function copyJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copyJson);
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) copy[key] = copyJson((value as Record<string, unknown>)[key]);
  return copy;
}

interface Fault {
  path: PropertyKey[];
  text: string;
}

function findFault(value: unknown, depth: number): Fault | undefined {
  if (typeof value !== 'object')
    return typeof value === 'function' ? { path: [], text: 'is not JSON' } : undefined;
  if (value === null) return undefined;
  if (depth === MAX_DEPTH) return { path: [], text: `nested deeper than ${MAX_DEPTH} levels` };
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) {
      const fault = findFault(value[index], depth + 1);
      if (fault !== undefined) return under(index, fault);
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    if (isUnsafeKey(key)) return { path: [], text: `must not have a property named "${key}"` };
    const fault = findFault((value as Record<string, unknown>)[key], depth + 1);
    if (fault !== undefined) return under(key, fault);
  }
  return undefined;
}

function under(key: PropertyKey, fault: Fault): Fault {
  fault.path.unshift(key);
  return fault;
}

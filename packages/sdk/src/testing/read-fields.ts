import { OptionError } from '../errors/option-error.js';

/** A plain object whose values are not known yet. */
export type Fields = Readonly<Record<string, unknown>>;

// Each reader returns `value` as what it was asked for, or throws an OptionError that names `where`.

/** With `known`, a field that is not listed is an error: it is a spelling mistake more often than not. */
export function objectAt(value: unknown, where: string, known?: readonly string[]): Fields {
  if (!isObject(value)) throw fault(value, where, 'an object');
  const stranger = known && Object.keys(value).find((key) => !known.includes(key));
  if (stranger !== undefined) {
    throw new OptionError(`${where} has an unknown field "${stranger}". Accepted: ${known?.join(', ')}.`);
  }
  return value;
}

export function arrayAt(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw fault(value, where, 'an array');
  return value;
}

export function textAt(value: unknown, where: string): string {
  if (typeof value !== 'string') throw fault(value, where, 'a string');
  return value;
}

export function flagAt(value: unknown, where: string): boolean {
  if (typeof value !== 'boolean') throw fault(value, where, 'true or false');
  return value;
}

/** A finite number that is not negative. */
export function amountAt(value: unknown, where: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) {
    throw fault(value, where, 'a number of 0 or more');
  }
  return value;
}

/** A whole number from `least` up. */
export function countAt(least: number): (value: unknown, where: string) => number {
  return (value, where) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < least) {
      throw fault(value, where, `a whole number of ${least} or more`);
    }
    return value;
  };
}

export function choiceAt<const T extends string>(
  choices: readonly T[],
): (value: unknown, where: string) => T {
  return (value, where) => {
    const choice = choices.find((candidate) => candidate === value);
    if (choice === undefined) throw fault(value, where, `one of ${choices.join(', ')}`);
    return choice;
  };
}

/** Apply a reader to a field of `fields`, which may be absent. */
export function fieldOf<T>(
  fields: Fields,
  name: string,
  where: string,
  read: (value: unknown, where: string) => T,
): T | undefined {
  const value = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return value === undefined ? undefined : read(value, `${where}.${name}`);
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fault(value: unknown, where: string, accepted: string): OptionError {
  return new OptionError(`${where} must be ${accepted}, but is ${named(value)}.`);
}

function named(value: unknown): string {
  if (value === undefined || value === null) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'string') return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : `of type ${typeof value}`;
}

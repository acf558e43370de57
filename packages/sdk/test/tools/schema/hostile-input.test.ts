import { Type } from '@sinclair/typebox';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileToolSchema } from '../../../src/tools/schema/compile-tool-schema.js';

const open = compileToolSchema({ type: 'object' });
const typed = compileToolSchema(
  Type.Object({ a: Type.Optional(Type.Object({}, { additionalProperties: true })) }),
);
const zod = compileToolSchema(z.looseObject({}));

afterEach(() => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect(Object.getOwnPropertyNames(Object.prototype)).not.toContain('polluted');
});

describe('keys that reach prototypes (S09)', () => {
  it.each(['__proto__', 'constructor', 'prototype'])('are refused anywhere: %s', async (key) => {
    const evil = `{"${key}":{"polluted":1}}`;
    for (const text of [evil, `{"a":${evil}}`, `{"a":{"list":[0,${evil}]}}`]) {
      for (const { parse } of [open, typed, zod]) {
        const answer = await parse(JSON.parse(text));
        expect(answer).toMatchObject({
          ok: false,
          issues: [expect.stringContaining(`a property named "${key}"`)],
        });
      }
    }
    expect(await open.parse(JSON.parse(`{"a":{"list":[0,${evil}]}}`))).toEqual({
      ok: false,
      issues: [`a.list[1]: must not have a property named "${key}"`],
    });
  });

  it('are refused inside text that would become an object', async () => {
    const answer = await typed.parse({ a: '{"__proto__":{"polluted":1}}' });
    expect(answer).toEqual({ ok: false, issues: ['a: must be object (got string)'] });
  });

  it('are refused in a schema, where no argument could ever fill them', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"object","default":{"polluted":1}}}}',
    );
    expect(() => compileToolSchema(schema)).toThrow(
      /properties\.__proto__ has a name that no argument may have/,
    );
    expect(() =>
      compileToolSchema({ properties: { a: { default: JSON.parse('{"constructor":1}') } } }),
    ).toThrow(/name/);
  });

  it('are not found on prototypes either: what is missing is missing', async () => {
    const { parse } = compileToolSchema({
      type: 'object',
      properties: { toString: { type: 'string' }, valueOf: { type: 'string', default: 'x' } },
      required: ['hasOwnProperty'],
    });
    expect(await parse({})).toEqual({ ok: false, issues: ['hasOwnProperty: is missing'] });
    expect(await parse({ hasOwnProperty: 1 })).toEqual({
      ok: true,
      value: { hasOwnProperty: 1, valueOf: 'x' },
    });
  });

  it('leave results that are plain objects', async () => {
    const answer = await open.parse({ a: { b: [{}] } });
    const value = answer.ok ? (answer.value as { a: { b: object[] } }) : undefined;
    for (const part of [value, value?.a, value?.a.b[0]])
      expect(Object.getPrototypeOf(part)).toBe(Object.prototype);
  });
});

describe('deep values (M01)', () => {
  const nested = (levels: number, left: string, right: string) =>
    JSON.parse(`{"a":${left.repeat(levels)}1${right.repeat(levels)}}`);

  it('of 10,000 levels are an issue, not a crash', async () => {
    for (const value of [nested(10_000, '[', ']'), nested(10_000, '{"a":', '}')]) {
      for (const { parse } of [open, typed, zod]) {
        const answer = await parse(value);
        expect(answer).toMatchObject({
          ok: false,
          issues: [expect.stringMatching(/nested deeper than 256 levels$/)],
        });
        expect(JSON.stringify(answer).length).toBeLessThan(400);
      }
    }
  });

  it('inside text, and against a recursive schema, are refused too', async () => {
    const { parse } = compileToolSchema({
      type: 'object',
      properties: { a: { type: 'array', items: { $ref: '#/properties/a' } } },
    });
    expect(await parse({ a: `${'['.repeat(10_000)}${']'.repeat(10_000)}` })).toMatchObject({ ok: false });
    expect(await parse(nested(200, '[', ']'))).toMatchObject({ ok: false });
    expect(await parse(JSON.parse(`{"a":${'['.repeat(200)}${']'.repeat(200)}}`))).toMatchObject({ ok: true });
  });

  it('in a schema are refused', () => {
    let schema: object = { type: 'string' };
    for (let level = 0; level < 10_000; level++) schema = { type: 'array', items: schema };
    expect(() => compileToolSchema({ type: 'object', properties: { a: schema } })).toThrow(
      /nested deeper than 256/,
    );
  });
});

describe('patterns (S07)', () => {
  it('take time linear in the text', async () => {
    const { parse } = compileToolSchema({
      type: 'object',
      properties: { a: { type: 'string', pattern: '^(a+)+$' } },
      patternProperties: { '^(x+x+)+y$': { type: 'integer' } },
    });
    const started = performance.now();
    expect(await parse({ a: `${'a'.repeat(5_000)}!` })).toMatchObject({ ok: false });
    expect(await parse({ a: 'a'.repeat(5_000), ['x'.repeat(200)]: 'any' })).toMatchObject({ ok: true });
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it('mean in properties what they mean in JavaScript', async () => {
    const accepts = async (pattern: string, a: string) =>
      (
        await compileToolSchema({ type: 'object', properties: { a: { type: 'string', pattern } } }).parse({
          a,
        })
      ).ok;
    expect(await accepts('b', 'abc')).toBe(true);
    expect(await accepts('^b', 'abc')).toBe(false);
    expect(await accepts('^\\d{3}-[A-Z]+\\/x$', '123-AB/x')).toBe(true);
    expect(await accepts('^\\u00e9$', 'é')).toBe(true);
    expect(await accepts('^.$', '😀')).toBe(true);
    expect(await accepts('^\\p{Lu}$', 'É')).toBe(true);
    expect(await accepts('(?<year>\\d{4})', '2024')).toBe(true);
    expect(await accepts('(?<=a)b', 'ab')).toBe(true);
    expect(await accepts('^(true|false)$', 'maybe')).toBe(false);
  });

  it('that no linear-time engine has are refused, with the place and the reason', () => {
    const refusal = (pattern: string) => () =>
      compileToolSchema({ properties: { a: { type: 'string', pattern } } });
    expect(refusal('^(?=.*\\d).+$')).toThrow(/properties\.a\.pattern "\^\(\?=.* looks ahead/);
    expect(refusal('^(?!x)')).toThrow(/looks ahead/);
    expect(refusal('^(a)\\1$')).toThrow(/refers back to a group/);
    expect(refusal('^(?<n>a)\\k<n>$')).toThrow(/refers back to a group/);
    expect(refusal('^a{1,5000}$')).toThrow(/repeats more than 1000 times; use minLength and maxLength/);
    expect(() => compileToolSchema({ patternProperties: { '(?=a)': {} } })).toThrow(/patternProperties/);
    for (const fine of ['[(?=]', '\\(?=', '[\\1]', 'a\\\\1', '\\{5000\\}', 'x{1000}'])
      expect(refusal(fine)).not.toThrow();
  });

  it('that only the engine finds fault with give an issue at the call', async () => {
    const { parse } = compileToolSchema({
      properties: { a: { type: 'string', pattern: '((x{1000}){1000}){1000}' } },
    });
    const answer = await parse({ a: 'x' });
    expect(answer).toMatchObject({
      ok: false,
      issues: [expect.stringContaining("the tool's schema could not be applied")],
    });
  });
});

it('an unknown format accepts any text, a known one is checked (C15)', async () => {
  const accepts = async (format: string, a: unknown) =>
    (await compileToolSchema({ type: 'object', properties: { a: { type: 'string', format } } }).parse({ a }))
      .ok;
  expect(await accepts('made-up', 'x')).toBe(true);
  expect(await accepts('constructor', 'x')).toBe(true);
  expect(await accepts('date-time', '2024-02-29T23:59:60Z')).toBe(true);
  expect(await accepts('date-time', '2024-02-29 12:00:00.5+02:00')).toBe(true);
  expect(await accepts('date-time', '2023-02-29T00:00:00Z')).toBe(false);
  expect(await accepts('date-time', '2024-02-29')).toBe(false);
  expect(await accepts('date', '2024-02-30')).toBe(false);
  expect(await accepts('email', 'a@b.test')).toBe(true);
  expect(await accepts('email', 'a b@c.test')).toBe(false);
  expect(await accepts('uri', 'https://example.test/a?b#c')).toBe(true);
  expect(await accepts('uri', '/relative')).toBe(false);
  expect(await accepts('uuid', '01234567-89ab-cdef-0123-456789abcdef')).toBe(true);
  expect(await accepts('uuid', '01234567')).toBe(false);
});

it('an asynchronous or otherwise special schema of a stranger stays an ordinary check', async () => {
  const { parse } = compileToolSchema({
    $async: true,
    $schema: 'https://x.test/meta',
    id: 'old',
    type: 'object',
    properties: { a: { type: 'integer', $async: true } },
  });
  expect(await parse({ a: 'x' })).toEqual({ ok: false, issues: ['a: must be integer (got string)'] });
  const code = '"};process.exit(1);//';
  const odd = compileToolSchema({
    type: 'object',
    properties: { [code]: { const: code, description: code } },
    required: [code],
  });
  expect(await odd.parse({ [code]: code })).toMatchObject({ ok: true });
  expect(await odd.parse({ [code]: 1 })).toMatchObject({ ok: false });
});

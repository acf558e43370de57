import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileToolSchema } from '../../../src/tools/schema/compile-tool-schema.js';

/** A schema, a value that it accepts, and the same value as a weak model may send it. */
interface Case {
  schema: object;
  value: unknown;
  sent: unknown;
}

const text = fc.string({ unit: 'grapheme' });

/** Either the value as it is or, losslessly, as text. */
function maybeText(schema: object, value: unknown): fc.Arbitrary<Case> {
  return fc.boolean().map((asText) => ({ schema, value, sent: asText ? JSON.stringify(value) : value }));
}

const { anyCase } = fc.letrec<{ anyCase: Case }>((tie) => ({
  anyCase: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.integer().chain((n) => maybeText({ type: 'integer' }, n)),
    fc
      .double({ noNaN: true, noDefaultInfinity: true })
      .map((n) => (Object.is(n, -0) ? 0 : n))
      .chain((n) => maybeText({ type: 'number' }, n)),
    fc.boolean().chain((b) => maybeText({ type: 'boolean' }, b)),
    text.map((s) => ({ schema: { type: 'string' }, value: s, sent: s })),
    fc
      .maxSafeInteger()
      .map((n) => ({ schema: { type: 'string' }, value: String(n), sent: Object.is(n, -0) ? '0' : n })),
    fc
      .jsonValue()
      .map((value) => ({ schema: {}, value, sent: value }))
      .filter(({ value }) => !holdsUnsafeKey(value)),
    tie('anyCase').map(({ schema, value, sent }) => ({
      schema: { anyOf: [{ type: 'null' }, schema] },
      value,
      sent,
    })),
    fc.array(tie('anyCase'), { maxLength: 4 }).chain(tuple),
    fc
      .dictionary(
        text.filter((key) => !unsafe.has(key)),
        tie('anyCase'),
        { maxKeys: 4, noNullPrototype: true },
      )
      .chain(object),
  ),
}));

const unsafe = new Set(['__proto__', 'constructor', 'prototype']);

function holdsUnsafeKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) => unsafe.has(key) || holdsUnsafeKey(inner));
}

function tuple(items: Case[]): fc.Arbitrary<Case> {
  const value = items.map((item) => item.value);
  const sent = items.map((item) => item.sent);
  const schema =
    items.length > 0 ? { type: 'array', prefixItems: items.map((item) => item.schema) } : { type: 'array' };
  return fc.boolean().map((asText) => ({ schema, value, sent: asText ? JSON.stringify(sent) : sent }));
}

function object(fields: Record<string, Case>): fc.Arbitrary<Case> {
  const pick = (part: keyof Case) =>
    Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field[part]]));
  const schema = {
    type: 'object',
    properties: pick('schema'),
    required: Object.keys(fields),
    additionalProperties: false,
  };
  const sent = pick('sent');
  return fc
    .boolean()
    .map((asText) => ({ schema, value: pick('value'), sent: asText ? JSON.stringify(sent) : sent }));
}

/** JSON keeps no -0 and no difference between an object's prototypes. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('coercion, for any schema and value', () => {
  it('never changes a valid value, and gives a copy of it', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ schema, value }) => {
        const input = { x: plain(value) };
        const answer = await compileToolSchema({ type: 'object', properties: { x: schema } }).parse(input);
        expect(answer).toEqual({ ok: true, value: input });
        expect(answer.ok && answer.value).not.toBe(input);
      }),
    );
  });

  it('gives back what was meant, leaves what was sent as it is, and changes nothing a second time', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async ({ schema, value, sent }) => {
        const { parse } = compileToolSchema({ type: 'object', properties: { x: schema }, required: ['x'] });
        const input = { x: plain(sent) };
        const before = plain(input);
        const once = await parse(input);
        expect(once).toEqual({ ok: true, value: { x: plain(value) } });
        expect(input).toEqual(before);
        expect(await parse(once.ok && once.value)).toEqual(once);
      }),
    );
  });

  it('accepts, for any value at all, only what then validates', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, fc.jsonValue(), async ({ schema }, value) => {
        const { parse } = compileToolSchema({ type: 'object', properties: { x: schema } });
        const once = await parse({ x: value });
        if (!once.ok) return;
        const twice = await parse(once.value);
        expect(twice.ok && isDeepStrictEqual(plain(twice.value), plain(once.value))).toBe(true);
      }),
    );
  });
});

import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { OptionError } from '../../../src/errors/option-error.js';
import type { StandardSchema } from '../../../src/ports/standard-schema.js';
import type { ToolSchema } from '../../../src/ports/tool.js';
import { compileToolSchema } from '../../../src/tools/schema/compile-tool-schema.js';
import { isStandardSchema } from '../../../src/tools/schema/is-standard-schema.js';

const zod = z.object({ n: z.number(), tags: z.array(z.string()).default(['none']) });
const valibot = v.object({ n: v.number(), tags: v.optional(v.array(v.string()), ['none']) });
const arktype = type({ n: 'number', tags: type('string[]').default(() => ['none']) });

describe.each<[string, ToolSchema]>([
  ['zod', zod],
  ['valibot', valibot],
  ['arktype', arktype],
])('a schema of %s (E5)', (_vendor, schema) => {
  const { jsonSchema, parse } = compileToolSchema(schema);

  it('gives the model its input as JSON Schema', () => {
    expect(jsonSchema).toMatchObject({
      type: 'object',
      properties: { n: { type: 'number' }, tags: { type: 'array', items: { type: 'string' } } },
      required: ['n'],
    });
    expect(JSON.stringify(jsonSchema)).not.toContain('$schema');
  });

  it('gives the author its output, defaults applied', async () => {
    expect(await parse({ n: 1 })).toEqual({ ok: true, value: { n: 1, tags: ['none'] } });
  });

  it('gets what weak models send in the types that it wants (C15)', async () => {
    expect(await parse({ n: '1.5', tags: '["a"]' })).toEqual({ ok: true, value: { n: 1.5, tags: ['a'] } });
  });

  it('says what is wrong in short lines with paths', async () => {
    const answer = await parse({ n: 'many', tags: ['a', null] });
    expect(answer.ok).toBe(false);
    const issues = answer.ok ? [] : answer.issues;
    expect(issues.some((issue) => issue.startsWith('n: '))).toBe(true);
    expect(issues.some((issue) => issue.startsWith('tags[1]: '))).toBe(true);
  });
});

describe('a Standard Schema', () => {
  it('is recognised by what it has, whether object or function', () => {
    expect([zod, valibot, arktype].map(isStandardSchema)).toEqual([true, true, true]);
    expect(
      [{}, null, undefined, 'x', { '~standard': {} }, { '~standard': null }].map(isStandardSchema),
    ).toEqual(Array(6).fill(false));
  });

  it('transforms; its JSON Schema is of the input', async () => {
    const { jsonSchema, parse } = compileToolSchema(
      z.object({ day: z.string().transform((text) => new Date(text)) }),
    );
    expect(jsonSchema).toMatchObject({ properties: { day: { type: 'string' } } });
    expect(await parse({ day: '2024-02-29' })).toEqual({ ok: true, value: { day: new Date('2024-02-29') } });
  });

  it('may be asynchronous', async () => {
    const { parse } = compileToolSchema(z.object({ n: z.number().refine(async (n) => n > 1, 'too small') }));
    expect(await parse({ n: '2' })).toEqual({ ok: true, value: { n: 2 } });
    expect(await parse({ n: 1 })).toEqual({ ok: false, issues: ['n: too small'] });
  });

  it('that throws is an issue, not a crash', async () => {
    const { parse } = compileToolSchema(
      z.object({
        n: z.number().refine(() => {
          throw new Error('broken rule');
        }),
      }),
    );
    expect(await parse({ n: 1 })).toEqual({
      ok: false,
      issues: ["the tool's schema could not be applied: broken rule"],
    });
  });

  it('may use patterns that a linear-time engine lacks: the library checks them itself', async () => {
    const { parse } = compileToolSchema(z.object({ n: z.number(), key: z.string().regex(/^(?=.*\d).+$/) }));
    expect(await parse({ n: '1', key: 'a1' })).toEqual({ ok: true, value: { n: 1, key: 'a1' } });
    expect(await parse({ n: '1', key: 'a' })).toMatchObject({ ok: false });
  });

  it('works at its top as a choice between objects', async () => {
    const { jsonSchema, parse } = compileToolSchema(
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('circle'), r: z.number() }),
        z.object({ kind: z.literal('square'), side: z.number() }),
      ]),
    );
    expect(jsonSchema).toEqual({
      type: 'object',
      properties: {
        kind: {
          anyOf: [
            { type: 'string', const: 'circle' },
            { type: 'string', const: 'square' },
          ],
        },
        r: { type: 'number' },
        side: { type: 'number' },
      },
      required: ['kind'],
    });
    expect(await parse({ kind: 'square', side: '2' })).toEqual({
      ok: true,
      value: { kind: 'square', side: 2 },
    });
    expect(await parse({ kind: 'square', r: 2 })).toMatchObject({ ok: false });
  });

  it('that JSON Schema cannot say is refused with the reason of its library', () => {
    expect(() => compileToolSchema(z.object({ d: z.date() }))).toThrow(
      /Date cannot be represented in JSON Schema/,
    );
    expect(() => compileToolSchema(v.object({ d: v.date() }))).toThrow(OptionError);
  });

  it('of a library that offers no JSON Schema is refused with its name', () => {
    const validate = (value: unknown) => ({ value });
    const schema: StandardSchema = { '~standard': { version: 1, vendor: 'tiny', validate } };
    expect(() => compileToolSchema(schema)).toThrow(/a schema of "tiny" that offers no JSON Schema/);
    const old: StandardSchema = { '~standard': { version: 1, vendor: 'zod', validate } };
    expect(() => compileToolSchema(old)).toThrow(/from 4\.2 on/);
  });
});

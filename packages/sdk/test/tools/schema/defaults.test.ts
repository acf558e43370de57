import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { compileToolSchema } from '../../../src/tools/schema/compile-tool-schema.js';

describe('defaults', () => {
  it('fill absent properties, required or not, at every depth that is there', async () => {
    const { parse } = compileToolSchema(
      Type.Object({
        n: Type.Integer({ default: 3 }),
        opts: Type.Optional(Type.Object({ deep: Type.Boolean({ default: true }) }, { default: {} })),
        rows: Type.Array(Type.Object({ k: Type.String({ default: 'x' }) }), { default: [] }),
      }),
    );
    expect(await parse({})).toEqual({ ok: true, value: { n: 3, opts: { deep: true }, rows: [] } });
    expect(await parse({ n: 1, opts: { deep: false }, rows: [{}, { k: 'y' }] })).toEqual({
      ok: true,
      value: { n: 1, opts: { deep: false }, rows: [{ k: 'x' }, { k: 'y' }] },
    });
  });

  it('follow references, allOf and tuples', async () => {
    const { parse } = compileToolSchema({
      allOf: [
        { properties: { a: { $ref: '#/$defs/one' } } },
        { properties: { b: { prefixItems: [{ properties: { c: { default: 2 } } }] } } },
      ],
      $defs: { one: { $ref: '#/$defs/number' }, number: { type: 'number', default: 1 } },
    });
    expect(await parse({ b: [{}, {}] })).toEqual({ ok: true, value: { a: 1, b: [{ c: 2 }, {}] } });
  });

  it('of a branch that may not hold stay out of the value', async () => {
    const { parse } = compileToolSchema({
      type: 'object',
      properties: {
        x: {
          anyOf: [
            {
              type: 'object',
              properties: { a: { type: 'integer', default: 1 }, k: { const: 'a' } },
              required: ['k'],
            },
            { type: 'object', properties: { k: { const: 'b' } }, additionalProperties: false },
          ],
        },
      },
    });
    expect(await parse({ x: { k: 'b' } })).toEqual({ ok: true, value: { x: { k: 'b' } } });
  });

  it('do not replace null or other given values', async () => {
    const { parse } = compileToolSchema({
      properties: { a: { type: ['string', 'null'], default: 'x' }, b: { default: 1 } },
    });
    expect(await parse({ a: null, b: 0 })).toEqual({ ok: true, value: { a: null, b: 0 } });
  });

  it('are copies: no call sees what another did to its own, and the input stays as it was', async () => {
    const { parse, jsonSchema } = compileToolSchema({
      properties: { list: { type: 'array', default: [{ n: 1 }] } },
    });
    const input = {};
    const first = await parse(input);
    ((first.ok && first.value) as { list: { n: number }[] }).list[0]!.n = 99;
    expect(await parse(input)).toEqual({ ok: true, value: { list: [{ n: 1 }] } });
    expect(jsonSchema).toHaveProperty('properties.list.default', [{ n: 1 }]);
    expect(input).toEqual({});
  });

  it('do not hide faults: a default that its own schema refuses is an issue', async () => {
    const { parse } = compileToolSchema({ properties: { n: { type: 'integer', default: 'many' } } });
    expect(await parse({})).toEqual({ ok: false, issues: ['n: must be integer (got string)'] });
  });
});

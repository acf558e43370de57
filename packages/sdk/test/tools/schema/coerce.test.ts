import { describe, expect, it } from 'vitest';
import { compileToolSchema } from '../../../src/tools/schema/compile-tool-schema.js';

/** What `value` becomes as a property of this schema; `refused` when it is not accepted. */
async function becomes(schema: object | boolean, value: unknown): Promise<unknown> {
  const { parse } = compileToolSchema({ type: 'object', properties: { x: schema } });
  const answer = await parse({ x: value });
  return answer.ok ? (answer.value as { x: unknown }).x : 'refused';
}

describe('lossless coercion (C15)', () => {
  it.each([
    ['integer', '10', 10],
    ['integer', '-3', -3],
    ['integer', '0', 0],
    ['number', '10.5', 10.5],
    ['number', '1e+21', 1e21],
    ['boolean', 'true', true],
    ['boolean', 'false', false],
    ['array', '["a",1]', ['a', 1]],
    ['array', ' [1, 2] ', [1, 2]],
    ['object', '{"a":{"b":[]}}', { a: { b: [] } }],
    ['null', 'null', null],
    ['string', 5, '5'],
    ['string', -5, '-5'],
    ['string', true, 'true'],
  ])('of %s takes %j as %j', async (type, sent, got) => {
    expect(await becomes({ type }, sent)).toEqual(got);
  });

  it.each([
    ['integer', '10.5'],
    ['integer', '1e3'],
    ['integer', ' 10 '],
    ['integer', '0x10'],
    ['integer', '007'],
    ['integer', '+1'],
    ['integer', '10.0'],
    ['integer', '9007199254740993'],
    ['integer', '-0'],
    ['integer', ''],
    ['integer', '१०'],
    ['integer', true],
    ['integer', null],
    ['integer', [1]],
    ['number', 'NaN'],
    ['number', 'Infinity'],
    ['number', '1.50'],
    ['boolean', 'yes'],
    ['boolean', 'True'],
    ['boolean', 1],
    ['boolean', null],
    ['string', null],
    ['string', 1.1],
    ['string', -0],
    ['string', 12345678901234567000],
    ['string', ['a']],
    ['string', { a: 1 }],
    ['array', 'a'],
    ['array', 'a,b'],
    ['array', '{"a":1}'],
    ['array', '[1,'],
    ['array', 1],
    ['object', '[]'],
    ['object', '"{}"'],
    ['object', '{"__proto__":{}}'],
    ['null', ''],
    ['null', 0],
    ['null', false],
  ])('of %s refuses %j: something would be lost or guessed', async (type, sent) => {
    expect(await becomes({ type }, sent)).toBe('refused');
  });

  it('leaves alone whatever the schema accepts as it is', async () => {
    expect(await becomes({ type: ['string', 'integer'] }, '10')).toBe('10');
    expect(await becomes({ anyOf: [{ type: 'integer' }, { type: 'string' }] }, '10')).toBe('10');
    expect(await becomes({ oneOf: [{ type: 'boolean' }, { type: 'string' }] }, 'true')).toBe('true');
    expect(await becomes({}, '10')).toBe('10');
    expect(await becomes(true, '[]')).toBe('[]');
    expect(await becomes({ enum: ['1', 1] }, '1')).toBe('1');
    expect(await becomes({ items: { type: 'integer' } }, '["1"]')).toBe('["1"]');
  });

  it('leaves text alone beside another property that needs conversion', async () => {
    const x = { type: 'object', properties: { a: { type: ['string', 'integer'] }, b: { type: 'integer' } } };
    expect(await becomes(x, { a: '10', b: '10' })).toEqual({ a: '10', b: 10 });
  });

  it('converts by the branches of a choice when none accepts the value', async () => {
    expect(await becomes({ anyOf: [{ type: 'integer' }, { type: 'null' }] }, '7')).toBe(7);
    expect(await becomes({ anyOf: [{ type: 'integer' }, { type: 'null' }] }, 'null')).toBe(null);
    expect(
      await becomes({ oneOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'null' }] }, '["1"]'),
    ).toEqual([1]);
    expect(await becomes({ type: ['integer', 'null'] }, '7')).toBe(7);
    expect(await becomes({ anyOf: [false, { type: 'integer' }] }, '7')).toBe(7);
  });

  it('takes the branch of a choice that fits, and of those the one with the fewest conversions', async () => {
    const branch = (kind: string, v: string, w: string) => ({
      type: 'object',
      properties: { kind: { const: kind }, v: { type: v }, w: { type: w } },
      required: ['kind'],
    });
    const choice = { anyOf: [branch('a', 'string', 'integer'), branch('b', 'integer', 'string')] };
    expect(await becomes(choice, { kind: 'a', v: '5', w: '6' })).toEqual({ kind: 'a', v: '5', w: 6 });
    expect(await becomes(choice, { kind: 'b', v: '5', w: 6 })).toEqual({ kind: 'b', v: 5, w: '6' });
    expect(
      await becomes(
        { anyOf: [branch('a', 'integer', 'integer'), branch('a', 'string', 'integer')] },
        { kind: 'a', v: '5', w: '6' },
      ),
    ).toEqual({ kind: 'a', v: '5', w: 6 });
    expect(await becomes({ anyOf: [choice, { type: 'null' }] }, '{"kind":"b","v":"5"}')).toEqual({
      kind: 'b',
      v: 5,
    });
  });

  it('takes the first of branches that need as many conversions', async () => {
    const branch = (p: string, q: string) => ({ properties: { p: { type: p }, q: { type: q } } });
    const choice = { anyOf: [branch('integer', 'string'), branch('string', 'integer')] };
    expect(await becomes(choice, { p: '1', q: '2' })).toEqual({ p: 1, q: '2' });
  });

  it('refuses when more than one branch of oneOf would accept the value', async () => {
    expect(await becomes({ oneOf: [{ type: 'integer' }, { type: 'number' }] }, '7')).toBe('refused');
  });

  it('takes a value of an enum or const in another type', async () => {
    expect(await becomes({ enum: [1, 2] }, '2')).toBe(2);
    expect(await becomes({ type: 'integer', enum: [1, 2] }, '2')).toBe(2);
    expect(await becomes({ enum: ['1', '2'] }, 2)).toBe('2');
    expect(await becomes({ enum: [null, true] }, 'true')).toBe(true);
    expect(await becomes({ const: 3 }, '3')).toBe(3);
    expect(await becomes({ enum: [1, 2] }, '3')).toBe('refused');
  });

  it('reaches every place that a schema can describe', async () => {
    const n = { type: 'integer' };
    expect(await becomes({ type: 'array', items: n }, ['1', 2])).toEqual([1, 2]);
    expect(await becomes({ type: 'array', prefixItems: [n], items: { type: 'string' } }, ['1', 2])).toEqual([
      1,
      '2',
    ]);
    expect(await becomes({ type: 'object', additionalProperties: n }, { a: '1' })).toEqual({ a: 1 });
    expect(await becomes({ type: 'object', patternProperties: { '^n': n } }, { n1: '1', s: '1' })).toEqual({
      n1: 1,
      s: '1',
    });
    expect(
      await becomes({ allOf: [{ properties: { a: n } }, { properties: { b: n } }] }, { a: '1', b: '2' }),
    ).toEqual({ a: 1, b: 2 });
    const conditional = Object.fromEntries([
      ['if', { required: ['a'] }],
      ['then', { properties: { b: n } }],
    ]);
    expect(await becomes(conditional, { a: 0, b: '2' })).toEqual({ a: 0, b: 2 });
    expect(await becomes({ type: 'object', properties: { 'a/b~c': n } }, { 'a/b~c': '1' })).toEqual({
      'a/b~c': 1,
    });
    expect(await becomes({ type: 'object', properties: { 0: n } }, { 0: '1' })).toEqual({ 0: 1 });
    expect(await becomes({ $ref: '#/properties/x/$defs/n', $defs: { n } }, '1')).toBe(1);
  });

  it('opens text inside text, down to what the schema asks for', async () => {
    const schema = {
      type: 'array',
      items: { type: 'object', properties: { n: { type: 'array', items: { type: 'integer' } } } },
    };
    expect(await becomes(schema, JSON.stringify([JSON.stringify({ n: JSON.stringify(['1']) })]))).toEqual([
      { n: [1] },
    ]);
  });

  it('takes all arguments as one text', async () => {
    const { parse } = compileToolSchema({
      type: 'object',
      properties: { n: { type: 'integer', default: 4 } },
    });
    expect(await parse('{"n":"3"}')).toEqual({ ok: true, value: { n: 3 } });
    expect(await parse('{}')).toEqual({ ok: true, value: { n: 4 } });
    expect(await parse('hello')).toEqual({
      ok: false,
      issues: ['the arguments: must be object (got string)'],
    });
  });

  it('does not wrap a scalar in a list', async () => {
    expect(await becomes({ type: 'array', items: { type: 'string' } }, 'a')).toBe('refused');
    expect(await becomes({ type: 'array', items: { type: 'string' } }, '"a"')).toBe('refused');
  });

  it('gives up on parts that contradict each other', async () => {
    expect(await becomes({ allOf: [{ type: 'string' }, { type: 'integer' }] }, '5')).toBe('refused');
  });

  it('gives up in bounded time on choices inside choices', async () => {
    let schema: object = { type: 'integer' };
    for (let level = 0; level < 4; level++) {
      schema = {
        anyOf: [
          { type: 'array', items: schema },
          { type: 'array', prefixItems: [schema] },
          { type: 'array', contains: schema },
        ],
      };
    }
    let value: unknown = 'x';
    for (let level = 0; level < 4; level++) value = [value];
    expect(await becomes(schema, value)).toBe('refused');
  });
});

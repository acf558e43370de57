import { describe, expect, it } from 'vitest';
import { compileToolSchema } from '../../../src/tools/schema/compile-tool-schema.js';

/** How `{ a: "1" }` fares by a schema whose property `a` is `property`: 1 if `a` is known to be an integer. */
async function parsed(property: object, around: object = {}): Promise<unknown> {
  const answer = await compileToolSchema({ type: 'object', properties: { a: property }, ...around }).parse({
    a: '1',
  });
  return answer.ok ? (answer.value as { a: unknown }).a : answer.issues;
}

const integer = { type: 'integer' };

describe('a reference', () => {
  it('leads to $defs, definitions, any other place, and through names with / ~ % and spaces', async () => {
    expect(await parsed({ $ref: '#/$defs/n' }, { $defs: { n: integer } })).toBe(1);
    expect(await parsed({ $ref: '#/definitions/n' }, { definitions: { n: integer } })).toBe(1);
    expect(
      await parsed({ $ref: '#/components/schemas/n' }, { components: { schemas: { n: integer } } }),
    ).toBe(1);
    expect(await parsed({ $ref: '#/$defs/a~1b~0c%25d%20e' }, { $defs: { 'a/b~c%d e': integer } })).toBe(1);
    expect(await parsed({ $ref: '#/$defs/List%3Cn%3E' }, { $defs: { 'List<n>': integer } })).toBe(1);
  });

  it('leads to ids and anchors of the same document', async () => {
    expect(await parsed({ $ref: 'n' }, { $defs: { x: { $id: 'n', ...integer } } })).toBe(1);
    expect(
      await parsed({ $ref: 'https://x.test/n#' }, { $defs: { x: { $id: 'https://x.test/n', ...integer } } }),
    ).toBe(1);
    expect(await parsed({ $ref: '#n' }, { $defs: { x: { $anchor: 'n', ...integer } } })).toBe(1);
    expect(await parsed({ $dynamicRef: '#n' }, { $defs: { x: { $dynamicAnchor: 'n', ...integer } } })).toBe(
      1,
    );
  });

  it('is relative to the schema around it that has an id', async () => {
    const inner = { $id: 'inner', $defs: { n: integer }, $ref: '#/$defs/n' };
    expect(await parsed(inner, { $defs: { n: { type: 'boolean' } } })).toBe(1);
  });

  it('to another or a missing place accepts anything, and other keywords beside it hold (C15)', async () => {
    expect(await parsed({ $ref: 'https://example.test/schema.json' })).toBe('1');
    expect(await parsed({ $ref: '#/$defs/missing' })).toBe('1');
    expect(await parsed({ $ref: '#/$defs/%zz' })).toBe('1');
    expect(await parsed({ $ref: '#nowhere' })).toBe('1');
    expect(await parsed({ $ref: '#/constructor/prototype' })).toBe('1');
    expect(await parsed({ $ref: 'other.json', ...integer })).toBe(1);
    expect(compileToolSchema({ properties: { a: { $ref: '#/__proto__' } } }).jsonSchema).toEqual({
      type: 'object',
      properties: { a: {} },
    });
    expect(compileToolSchema({ properties: { a: { $ref: 'x.json', title: 'A' } } }).jsonSchema).toEqual({
      type: 'object',
      properties: { a: { title: 'A' } },
    });
  });

  it('is a reference only in the place of a schema: properties and data may have such names', async () => {
    const { parse } = compileToolSchema({
      type: 'object',
      properties: {
        $ref: { type: 'string' },
        $id: integer,
        type: { type: 'string' },
        items: { enum: [{ $ref: 'x' }] },
      },
      required: ['$ref'],
    });
    expect(await parse({ $ref: 'x', $id: '1', type: 't', items: { $ref: 'x' } })).toEqual({
      ok: true,
      value: { $ref: 'x', $id: 1, type: 't', items: { $ref: 'x' } },
    });
    expect(await parse({})).toEqual({ ok: false, issues: ['$ref: is missing'] });
  });

  it('that leads back to itself without a step into the value is refused', () => {
    expect(() => compileToolSchema({ $ref: '#' })).toThrow(/refers back to itself/);
    expect(() => compileToolSchema({ type: 'object', anyOf: [{ $ref: '#' }] })).toThrow(
      /refers back to itself/,
    );
    const $defs = { a: { $ref: '#/$defs/b' }, b: { allOf: [{ not: { $ref: '#/$defs/a' } }] } };
    expect(() => compileToolSchema({ properties: { x: { $ref: '#/$defs/a' } }, $defs })).toThrow(
      /refers back/,
    );
  });

  it('that multiplies without measure is refused', () => {
    const $defs: Record<string, unknown> = { n0: integer };
    for (let level = 1; level < 40; level++) {
      const $ref = `#/$defs/n${level - 1}`;
      $defs[`n${level}`] = { allOf: [{ $ref }, { $ref }] };
    }
    expect(() => compileToolSchema({ properties: { a: { $ref: '#/$defs/n39' } }, $defs })).toThrow(
      /more than 5000/,
    );
  });

  it('may be recursive through the value', async () => {
    const { parse } = compileToolSchema({
      type: 'object',
      properties: { value: integer, children: { type: 'array', items: { $ref: '#' } } },
    });
    expect(await parse({ children: [{ value: '1', children: '[{"value":"2"}]' }] })).toEqual({
      ok: true,
      value: { children: [{ value: 1, children: [{ value: 2 }] }] },
    });
  });
});

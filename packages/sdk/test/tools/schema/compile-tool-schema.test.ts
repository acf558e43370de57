import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { OptionError } from '../../../src/errors/option-error.js';
import type { ToolSchema } from '../../../src/ports/tool.js';
import { compileToolSchema } from '../../../src/tools/schema/compile-tool-schema.js';

function refusal(schema: unknown): string {
  try {
    compileToolSchema(schema as ToolSchema);
  } catch (error) {
    if (error instanceof OptionError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('a TypeBox schema', () => {
  it('becomes plain JSON Schema with its descriptions and defaults', () => {
    const { jsonSchema } = compileToolSchema(
      Type.Object(
        {
          city: Type.String({ description: 'Where' }),
          days: Type.Optional(Type.Integer({ default: 3, minimum: 1 })),
        },
        { description: 'A forecast' },
      ),
    );
    expect(jsonSchema).toStrictEqual({
      type: 'object',
      description: 'A forecast',
      properties: {
        city: { type: 'string', description: 'Where' },
        days: { type: 'integer', default: 3, minimum: 1 },
      },
      required: ['city'],
    });
    const properties = jsonSchema.properties as Record<string, object>;
    for (const part of [jsonSchema, ...Object.values(properties)]) {
      expect(Object.getOwnPropertySymbols(part)).toEqual([]);
    }
  });

  it('that is recursive refers to itself by a pointer, without ids that could clash between tools', async () => {
    const list = Type.Object({
      list: Type.Recursive((Node) => Type.Object({ v: Type.Integer(), next: Type.Optional(Node) })),
    });
    const { jsonSchema, parse } = compileToolSchema(list);
    expect(JSON.stringify(jsonSchema)).not.toContain('$id');
    expect(jsonSchema).toHaveProperty('properties.list.properties.next', { $ref: '#/properties/list' });
    expect(await parse({ list: { v: '1', next: { v: '2' } } })).toEqual({
      ok: true,
      value: { list: { v: 1, next: { v: 2 } } },
    });
    expect(await parse({ list: { v: 1, next: {} } })).toEqual({
      ok: false,
      issues: ['list.next.v: is missing'],
    });
  });

  it('with what JSON cannot carry is refused with the place', () => {
    expect(refusal(Type.Object({ at: Type.Date() }))).toContain('properties.at.type is "Date"');
    expect(refusal(Type.Object({ big: Type.Integer({ default: 10n }) }))).toContain(
      'properties.big.default is a bigint',
    );
    expect(refusal(Type.Object({ u: Type.Undefined() }))).toContain('properties.u.type is "undefined"');
  });
});

describe('the top of a schema', () => {
  it('may leave out its type when it has properties, or be empty', () => {
    expect(compileToolSchema({ properties: { a: {} } }).jsonSchema).toEqual({
      type: 'object',
      properties: { a: {} },
    });
    expect(compileToolSchema({}).jsonSchema).toEqual({ type: 'object', properties: {} });
    expect(compileToolSchema({ $schema: 'https://json-schema.org/draft/2020-12/schema' }).jsonSchema).toEqual(
      {
        type: 'object',
        properties: {},
      },
    );
    expect(compileToolSchema({ type: ['object', 'null'] }).jsonSchema).toEqual({
      type: 'object',
      properties: {},
    });
  });

  it('may be a reference to an object', async () => {
    const { jsonSchema, parse } = compileToolSchema({
      $ref: '#/definitions/point',
      definitions: {
        point: {
          type: 'object',
          properties: { x: { type: 'integer' }, of: { $ref: '#/definitions/point' } },
        },
      },
    });
    expect(jsonSchema).toMatchObject({ type: 'object', properties: { x: { type: 'integer' } } });
    expect(await parse({ of: { x: '1' } })).toEqual({ ok: true, value: { of: { x: 1 } } });
  });

  it('must describe an object', () => {
    expect(refusal(Type.String())).toContain('describes a value of type string');
    expect(refusal({ type: ['array', 'null'] })).toContain('describes a value of type array or null');
    expect(refusal({ enum: [1] })).toContain('describes a fixed value');
    expect(refusal(Type.Union([Type.Object({}), Type.Array(Type.String())]))).toContain(
      'a choice that includes',
    );
    expect(refusal({ not: { type: 'string' } })).toContain('describes any value');
    expect(refusal({ $ref: '#/$defs/a', $defs: { a: { type: 'number' } } })).toContain('type number');
  });
});

describe('a schema that means nothing', () => {
  it('is refused with the place and what is accepted', () => {
    const inProperty = (schema: unknown) => refusal({ type: 'object', properties: { a: schema } });
    expect(inProperty({ type: 'strng' })).toContain('properties.a.type is "strng"');
    expect(inProperty({ type: 'string', required: true })).toContain('properties.a.required must be a list');
    expect(inProperty({ enum: [] })).toContain('properties.a.enum must be a list with at least one value');
    expect(inProperty({ minimum: '1' })).toContain('properties.a.minimum must be a number');
    expect(inProperty({ anyOf: {} })).toContain('properties.a.anyOf must be a list of schemas');
    expect(inProperty({ items: 'string' })).toContain('properties.a.items must be a schema');
    expect(inProperty('string')).toContain('properties.a must be a schema');
    expect(inProperty({ pattern: '(' })).toContain('is not a regular expression');
  });

  it('is refused when it is no object at all', () => {
    expect(refusal(undefined)).toContain('given undefined');
    expect(refusal(null)).toContain('given null');
    expect(refusal('string')).toContain('given string');
    expect(refusal([])).toContain('is not an object');
  });

  it('is refused when it contains itself, or shares parts of itself without measure', () => {
    const own: Record<string, unknown> = { type: 'object' };
    own.properties = { own };
    expect(refusal(own)).toContain('properties.own contains itself');
    let shared: Record<string, unknown> = {};
    for (let level = 0; level < 40; level++) shared = { anyOf: [shared, shared] };
    expect(refusal({ type: 'object', properties: { shared } })).toContain('has more than 20000 parts');
  });

  it('names the subject that the caller gives', () => {
    expect(() => compileToolSchema(Type.Number(), 'Parameters of tool "add"')).toThrow(
      /^Parameters of tool "add" cannot be used: the schema describes a value of type number/,
    );
  });
});

describe('compiling', () => {
  it('happens once for each schema object', () => {
    const schema = Type.Object({ a: Type.String() });
    expect(compileToolSchema(schema)).toBe(compileToolSchema(schema));
    expect(compileToolSchema(Type.Object({ a: Type.String() }))).not.toBe(compileToolSchema(schema));
  });

  it('does not change the schema, nor follow later changes of it', async () => {
    const schema = { $id: 'x', type: 'object', properties: { a: { type: 'integer', nullable: true } } };
    const before = structuredClone(schema);
    const { parse, jsonSchema } = compileToolSchema(schema);
    expect(schema).toEqual(before);
    schema.properties.a.type = 'string';
    expect(await parse({ a: 'x' })).toMatchObject({ ok: false });
    expect(await parse({ a: null })).toMatchObject({ ok: true });
    expect(jsonSchema).toHaveProperty('properties.a.type', ['integer', 'null']);
  });

  it('keeps schemas of the same $id apart', async () => {
    const one = compileToolSchema({ $id: 'same', type: 'object', properties: { a: { type: 'integer' } } });
    const two = compileToolSchema({ $id: 'same', type: 'object', properties: { a: { type: 'string' } } });
    expect(await one.parse({ a: 1 })).toMatchObject({ ok: true });
    expect(await two.parse({ a: 'x' })).toMatchObject({ ok: true });
    expect(await one.parse({ a: 'x' })).toMatchObject({ ok: false });
  });
});

describe('schemas of older drafts', () => {
  it('mean what they meant', async () => {
    const { parse } = compileToolSchema({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        pair: { type: 'array', items: [{ type: 'integer' }, { type: 'string' }], additionalItems: false },
        above: { type: 'number', minimum: 5, exclusiveMinimum: true },
      },
      dependencies: { pair: ['above'] },
    });
    expect(await parse({ pair: ['1', 2], above: 6 })).toEqual({
      ok: true,
      value: { pair: [1, '2'], above: 6 },
    });
    expect(await parse({ pair: [1, 'a', 3], above: 6 })).toMatchObject({ ok: false });
    expect(await parse({ above: 5 })).toEqual({ ok: false, issues: ['above: must be > 5 (got 5)'] });
    expect(await parse({ pair: [] })).toMatchObject({ ok: false });
  });
});

import { Type } from '@sinclair/typebox';
import { describe, expect, it } from 'vitest';
import { compileToolSchema } from '../../../src/tools/schema/compile-tool-schema.js';

describe('what the model is told of a schema with parts at its top, which providers refuse', () => {
  it('is one object with the properties of all parts that hold together', async () => {
    const { jsonSchema, parse } = compileToolSchema(
      Type.Intersect([Type.Object({ a: Type.String() }), Type.Object({ b: Type.Optional(Type.Integer()) })]),
    );
    expect(jsonSchema).toEqual({
      type: 'object',
      properties: { a: { type: 'string' }, b: { type: 'integer' } },
      required: ['a'],
    });
    expect(await parse({ a: 'x', b: '1' })).toEqual({ ok: true, value: { a: 'x', b: 1 } });
    expect(await parse({ b: 1 })).toEqual({ ok: false, issues: ['a: is missing'] });
  });

  it('requires of a choice what every branch requires, and the check stays strict', async () => {
    const { jsonSchema, parse } = compileToolSchema({
      type: 'object',
      properties: { id: { type: 'string' } },
      oneOf: [
        { required: ['id', 'path'], properties: { path: { type: 'string' } } },
        { required: ['id', 'url'], properties: { url: { type: 'string' }, path: false } },
      ],
    });
    expect(jsonSchema).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string' },
        path: { anyOf: [{ type: 'string' }, false] },
        url: { type: 'string' },
      },
      required: ['id'],
    });
    expect(await parse({ id: 'x' })).toMatchObject({ ok: false });
    expect(await parse({ id: 'x', url: 'y' })).toMatchObject({ ok: true });
  });

  it('follows references, and keeps the whole when a pointer would dangle', () => {
    const point = { type: 'object', properties: { x: { type: 'integer' } }, required: ['x'] };
    expect(compileToolSchema({ allOf: [{ $ref: '#/$defs/point' }], $defs: { point } }).jsonSchema).toEqual({
      ...point,
      $defs: { point },
    });
    const inside = { allOf: [point, { properties: { y: { $ref: '#/allOf/0/properties/x' } } }] };
    expect(compileToolSchema(inside).jsonSchema).toHaveProperty('allOf');
  });
});

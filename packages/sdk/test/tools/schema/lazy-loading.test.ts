import { Type } from '@sinclair/typebox';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { compileToolSchema } from '../../../src/tools/schema/compile-tool-schema.js';

const loaded = vi.hoisted((): string[] => []);
vi.mock('ajv/dist/2020.js', async (original) => {
  loaded.push('ajv');
  return { ...(await original<object>()) };
});
vi.mock('re2js', async (original) => {
  loaded.push('re2js');
  return { ...(await original<object>()) };
});

it('loads validators when the first input needs them, and patterns only for a schema that has some', async () => {
  const plain = compileToolSchema(Type.Object({ a: Type.String() }));
  const pattern = compileToolSchema(Type.Object({ a: Type.String({ pattern: '^a+$' }) }));
  const zod = compileToolSchema(z.object({ a: z.string() }));
  expect(await zod.parse({ a: 'a' })).toMatchObject({ ok: true });
  expect(loaded).toEqual([]);

  const answers = [plain.parse({ a: 'a' }), plain.parse({ a: 'b' })];
  expect(await Promise.all(answers)).toEqual([
    { ok: true, value: { a: 'a' } },
    { ok: true, value: { a: 'b' } },
  ]);
  expect(plain.parse({ a: 'c' })).toEqual({ ok: true, value: { a: 'c' } });
  expect(loaded).toEqual(['ajv']);

  expect(await pattern.parse({ a: 'aa' })).toMatchObject({ ok: true });
  expect(loaded).toEqual(['ajv', 're2js']);
});

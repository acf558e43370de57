import { NoResultError, OptionError, Type } from '@flue/sdk';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import { openTestHarness } from '../harness/open-test-harness.js';

const finish = (args: Record<string, unknown>) => ({ toolCalls: [{ name: 'finish', arguments: args }] });

const schemas = {
  TypeBox: Type.Object({ label: Type.String(), score: Type.Integer() }),
  'JSON Schema': {
    type: 'object',
    properties: { label: { type: 'string' }, score: { type: 'integer' } },
    required: ['label', 'score'],
  },
  zod: z.object({ label: z.string(), score: z.number().int() }),
  valibot: v.object({ label: v.string(), score: v.pipe(v.number(), v.integer()) }),
  arktype: type({ label: 'string', score: 'number.integer' }),
};

describe('a structured result', () => {
  it.each(Object.entries(schemas))('by %s is handed over as data (E5)', async (_library, schema) => {
    const { session, model } = await openTestHarness([finish({ label: 'bug', score: '7' })]);
    const response = await session.prompt('Triage.', { schema });
    expect(response.data).toEqual({ label: 'bug', score: 7 });
    expect(response.model).toEqual({ id: 'script' });
    expect(model.requests).toHaveLength(1);
    expect(model.requests[0]?.tools.at(-2)).toMatchObject({
      name: 'finish',
      parameters: { type: 'object', required: ['label', 'score'] },
    });
    expect(model.requests[0]?.systemPrompt).toContain('"finish"');
  });

  it('is the bare value with `result`', async () => {
    const { session } = await openTestHarness([finish({ label: 'bug', score: 7 })]);
    const value = await session.prompt('Triage.', { result: schemas.valibot });
    expectTypeOf(value).toEqualTypeOf<{ label: string; score: number }>();
    expect(value).toEqual({ label: 'bug', score: 7 });
  });

  it('has the type of its schema', async () => {
    const { session } = await openTestHarness([finish({ label: 'bug', score: 7 })]);
    const { data } = await session.prompt('Triage.', { schema: schemas.TypeBox });
    expectTypeOf(data).toEqualTypeOf<{ label: string; score: number }>();
  });

  it.each<[string, unknown, unknown]>([
    ['a text', z.string(), 'hello'],
    ['a list', Type.Array(Type.Number()), [1, 2]],
    [
      'a union of actions',
      z.discriminatedUnion('action', [
        z.object({ action: z.literal('close') }),
        z.object({ action: z.literal('label'), label: z.string() }),
      ]),
      { action: 'label', label: 'bug' },
    ],
    ['a choice', v.picklist(['a', 'b']), 'a'],
    [
      'a recursive value',
      { $ref: '#/$defs/tree', $defs: { tree: { type: 'array', items: { $ref: '#/$defs/tree' } } } },
      [[], [[]]],
    ],
  ])('may be %s', async (_what, schema, value) => {
    const { session, model } = await openTestHarness([finish({ result: value })]);
    expect((await session.prompt('go', { schema: schema as never })).data).toEqual(value);
    expect(model.requests[0]?.tools.at(-2)?.parameters).toMatchObject({
      type: 'object',
      required: ['result'],
    });
  });

  it('that does not fit goes back to the model with the reason', async () => {
    const { session, model } = await openTestHarness([
      finish({ label: 3.5 }),
      finish({ label: 'bug', score: 1 }),
    ]);
    expect((await session.prompt('go', { schema: schemas.TypeBox })).data).toEqual({
      label: 'bug',
      score: 1,
    });
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('score');
  });

  it('is asked for again when the model only talks, and no more than twice', async () => {
    const { session, model } = await openTestHarness(['It is a bug.', finish({ label: 'bug', score: 1 })]);
    expect((await session.prompt('go', { schema: schemas.TypeBox })).data).toEqual({
      label: 'bug',
      score: 1,
    });
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({
      role: 'user',
      content: expect.stringContaining('Call finish'),
    });
    const talker = await openTestHarness([{ text: 'talk', repeat: true }]);
    await expect(talker.session.prompt('go', { schema: schemas.TypeBox })).rejects.toThrow(NoResultError);
    expect(talker.model.requests).toHaveLength(3);
    expect((await talker.session.prompt('go')).text).toBe('talk');
  });

  it('that the model cannot give is a typed error with its reason', async () => {
    const { session } = await openTestHarness([
      { toolCalls: [{ name: 'give_up', arguments: { reason: 'no such issue' } }] },
    ]);
    await expect(session.prompt('go', { schema: schemas.TypeBox })).rejects.toMatchObject({
      code: 'no_result',
      reason: 'no such issue',
    });
  });

  it('may come from a task', async () => {
    const { session } = await openTestHarness([
      finish({ label: 'bug', score: 1 }),
      finish({ label: 'x', score: 2 }),
    ]);
    expect((await session.task('go', { schema: schemas.zod })).data).toEqual({ label: 'bug', score: 1 });
    expect(await session.task('go', { result: schemas.zod })).toEqual({ label: 'x', score: 2 });
  });

  it('needs a schema that a model can be told', async () => {
    const { session, model } = await openTestHarness(['x']);
    await expect(session.prompt('go', { schema: 5 as never })).rejects.toThrow(OptionError);
    await expect(session.prompt('go', { schema: z.object({ f: z.function() }) as never })).rejects.toThrow(
      /JSON Schema/,
    );
    await expect(session.prompt('go', { schema: schemas.zod, result: schemas.zod } as never)).rejects.toThrow(
      /both schema and result/,
    );
    expect(model.requests).toHaveLength(0);
  });
});

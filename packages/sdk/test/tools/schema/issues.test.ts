import { describe, expect, it } from 'vitest';
import { compileToolSchema } from '../../../src/tools/schema/compile-tool-schema.js';

async function issues(schema: object, input: unknown): Promise<readonly string[]> {
  const answer = await compileToolSchema({ type: 'object', ...schema }).parse(input);
  return answer.ok ? [] : answer.issues;
}

describe('issues', () => {
  it('name the place, what is accepted and what was given', async () => {
    const properties = {
      tags: { type: 'array', items: { type: 'string' } },
      user: { type: 'object', properties: { 'full name': { type: 'string', minLength: 2 } } },
      count: { type: 'integer', maximum: 3 },
      mode: { enum: ['fast', 'slow'] },
    };
    expect(
      await issues(
        { properties },
        { tags: ['a', 1.5], user: { 'full name': 'x' }, count: 4, mode: 'medium' },
      ),
    ).toEqual([
      'tags[1]: must be string (got number)',
      'user["full name"]: must NOT have fewer than 2 characters (got "x")',
      'count: must be <= 3 (got 4)',
      'mode: must be one of "fast", "slow" (got "medium")',
    ]);
  });

  it('list missing and unknown properties by name, with the known ones', async () => {
    const schema = {
      properties: { path: {}, text: {} },
      required: ['path', 'text'],
      additionalProperties: false,
    };
    expect(await issues(schema, { file: 1 })).toEqual([
      'path: is missing',
      'text: is missing',
      'file: is not a known property (known: path, text)',
    ]);
  });

  it('join what the branches of a choice accept', async () => {
    const properties = { a: { anyOf: [{ type: 'integer' }, { type: 'boolean' }, { type: 'null' }] } };
    expect(await issues({ properties }, { a: 'x' })).toEqual([
      'a: must be integer or boolean or null (got string)',
    ]);
    expect(
      await issues({ properties: { a: { oneOf: [{ type: 'number' }, { type: 'integer' }] } } }, { a: 1 }),
    ).toEqual(['a: fits more than one form and must fit one']);
  });

  it('are at most ten lines, and say when there are more', async () => {
    const lines = await issues(
      { additionalProperties: { type: 'integer' } },
      Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`k${i}`, 'x'])),
    );
    expect(lines).toHaveLength(10);
    expect(lines[0]).toBe('k0: must be integer (got string)');
    expect(lines[9]).toBe('… and more');
  });

  it('never repeat long values, names or the whole input', async () => {
    const long = 'é😀'.repeat(5_000);
    const lines = await issues(
      {
        properties: {
          a: { const: long },
          b: { pattern: `^${'b'.repeat(500)}$` },
          c: { enum: Array.from({ length: 500 }, (_, i) => `v${i}`) },
        },
        additionalProperties: false,
      },
      { a: `${long}!`, b: long, c: { deep: long }, [long]: 1 },
    );
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      expect(line.length).toBeLessThan(500);
      expect(line.isWellFormed()).toBe(true);
    }
  });
});

import { defineTool, OptionError, Type } from '@flue/sdk';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';

describe('defineTool', () => {
  it('types the arguments by the schema, and gives the tool as it is', () => {
    const tool = {
      name: 'double',
      description: 'Doubles.',
      parameters: Type.Object({ n: Type.Number() }),
      execute: ({ n }: { n: number }) => String(2 * n),
    };
    expect(defineTool(tool)).toBe(tool);
    defineTool({
      ...tool,
      parameters: z.object({ n: z.number(), tag: z.string().default('x') }),
      execute(args) {
        expectTypeOf(args).toEqualTypeOf<{ n: number; tag: string }>();
        return args.tag;
      },
    });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['a name that providers do not take', { name: 'a b' }, /is not a tool name/],
    ['no execute', { execute: undefined }, /execute of "ok" is not a function/],
    [
      'the schema under another name',
      { parameters: undefined, inputSchema: {} },
      /here the schema is called parameters/,
    ],
    ['a time limit that is none', { timeoutMs: -1 }, /timeoutMs/],
  ])('refuses %s at once', (_what, fault, message) => {
    const tool = { name: 'ok', description: 'x', parameters: Type.Object({}), execute: () => 'x', ...fault };
    expect(() => defineTool(tool as never)).toThrow(message);
    expect(() => defineTool(tool as never)).toThrow(OptionError);
  });
});

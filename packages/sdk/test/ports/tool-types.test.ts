import { Type } from '@sinclair/typebox';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { Sandbox } from '../../src/ports/sandbox.js';
import type { InferSchema, JsonSchema, ToolContext, ToolDef, ToolSchema } from '../../src/ports/tool.js';

const typebox = Type.Object({ n: Type.Number(), tag: Type.Optional(Type.String()) });
const zod = z.object({ n: z.string().transform((text) => text.length), d: z.boolean().default(true) });
const valibot = v.object({ n: v.number(), d: v.optional(v.string(), 'x') });
const ark = type({ n: 'number', 'd?': 'string[]' });
const plain = { type: 'object', properties: { n: { type: 'number' } } } as const;

/** As `defineTool` will be. */
function define<P extends ToolSchema>(tool: ToolDef<P>): ToolDef<P> {
  return tool;
}

const named = { name: 'x', description: 'x' };

describe('InferSchema', () => {
  it('is what the author receives: the output of a Standard Schema, the static type of TypeBox', () => {
    expectTypeOf<InferSchema<typeof typebox>>().toEqualTypeOf<{ n: number; tag?: string }>();
    expectTypeOf<InferSchema<typeof zod>>().toEqualTypeOf<{ n: number; d: boolean }>();
    expectTypeOf<InferSchema<typeof valibot>>().toEqualTypeOf<{ n: number; d: string }>();
    expectTypeOf<InferSchema<typeof ark>>().toEqualTypeOf<{ n: number; d?: string[] }>();
  });

  it('is an open object for JSON Schema, which the compiler knows nothing of', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the type under test
    type Open = Record<string, any>;
    expectTypeOf<InferSchema<typeof plain>>().toEqualTypeOf<Open>();
    expectTypeOf<InferSchema<JsonSchema>>().toEqualTypeOf<Open>();
    expectTypeOf<InferSchema<ToolSchema>>().toEqualTypeOf<Open>();
  });
});

describe('ToolDef', () => {
  it('takes tools written inline, whose execute reads its arguments freely', () => {
    const tools: ToolDef[] = [
      { ...named, parameters: typebox, execute: async (args) => args.x },
      { ...named, parameters: zod, execute: (args) => args.n + 1 },
      { ...named, parameters: plain, execute: ({ n }) => `${n}` },
      { ...named, parameters: {}, execute: () => undefined },
    ];
    expectTypeOf(tools).toEqualTypeOf<ToolDef[]>();
  });

  it('takes (args), (args, signal) and (args, { cwd, sandbox })', () => {
    const tools: ToolDef[] = [
      { ...named, parameters: typebox, execute: (args) => args },
      { ...named, parameters: typebox, execute: (args, signal?: AbortSignal) => [args, signal?.aborted] },
      {
        ...named,
        parameters: typebox,
        execute: (_args, signal: AbortSignal) => fetch('about:blank', { signal }),
      },
      { ...named, parameters: typebox, execute: (_args, { cwd, sandbox }) => sandbox.readFile(cwd) },
      { ...named, parameters: typebox, execute: (_args, { sandbox }: { sandbox: Sandbox }) => sandbox.cwd },
      { ...named, parameters: typebox, execute: (args: { n: number }) => args.n },
      {
        ...named,
        parameters: typebox,
        async execute(args: { n: number }, ctx: ToolContext) {
          return [args.n, ctx.toolCallId];
        },
      },
    ];
    expectTypeOf(tools).toEqualTypeOf<ToolDef[]>();
  });

  it('infers arguments from its own parameters', () => {
    define({
      ...named,
      parameters: typebox,
      execute: (args) => expectTypeOf(args).toEqualTypeOf<{ n: number; tag?: string }>(),
    });
    define({
      ...named,
      parameters: zod,
      execute: (args) => expectTypeOf(args).toEqualTypeOf<{ n: number; d: boolean }>(),
    });
    define({
      ...named,
      parameters: valibot,
      execute: (args) => expectTypeOf(args).toEqualTypeOf<{ n: number; d: string }>(),
    });
    define({
      ...named,
      parameters: ark,
      execute: (args) => expectTypeOf(args).toEqualTypeOf<{ n: number; d?: string[] }>(),
    });
    define({ ...named, parameters: plain, execute: (args) => args.anything.at.all });
    define({
      ...named,
      parameters: Type.Object({ x: Type.String() }),
      execute: async (args, ctx) => expectTypeOf(ctx).toEqualTypeOf<ToolContext>() ?? args.x,
    });
    // @ts-expect-error `m` is not a property of the schema
    define({ ...named, parameters: typebox, execute: (args) => args.m });
    // @ts-expect-error the output of the transform is a number
    define({ ...named, parameters: zod, execute: (args) => args.n.toUpperCase() });
    // @ts-expect-error `n` is a number
    define({ ...named, parameters: valibot, execute: (args: { n: string }) => args.n });
  });

  it('of any parameters goes into one list', () => {
    const a: ToolDef<typeof typebox> = { ...named, parameters: typebox, execute: (args) => args.n };
    const b: ToolDef<typeof zod> = { ...named, parameters: zod, execute: (args) => args.d };
    const c = define({ ...named, parameters: ark, execute: (args) => args.d });
    const d = define({ ...named, parameters: valibot, execute: (args) => args.d });
    const e = define({ ...named, parameters: plain, execute: (args) => args.d });
    const tools: ToolDef[] = [a, b, c, d, e];
    expectTypeOf(tools).toEqualTypeOf<ToolDef[]>();
  });

  it('refuses what is not a tool', () => {
    // @ts-expect-error a description is required
    const noDescription: ToolDef = { name: 'x', parameters: typebox, execute: () => '' };
    // @ts-expect-error execute is a function
    const noFunction: ToolDef = { ...named, parameters: typebox, execute: 'run' };
    // @ts-expect-error parameters are a schema object
    const noSchema: ToolDef = { ...named, parameters: 'string', execute: () => '' };
    // @ts-expect-error the second argument is a signal with a context, not a number
    const wrongContext: ToolDef = { ...named, parameters: typebox, execute: (_args, ctx: number) => ctx };
    // @ts-expect-error one of two modes
    const wrongMode: ToolDef = { ...named, parameters: typebox, execute: () => '', executionMode: 'serial' };
    expectTypeOf([noDescription, noFunction, noSchema, wrongContext, wrongMode]).toEqualTypeOf<ToolDef[]>();
  });
});

import { type ToolContext, type ToolDef, ToolError, Type } from '@flue/sdk';
import type { ScriptModelSettings } from '@flue/sdk/testing';
import { describe, expect, it } from 'vitest';
import { eventsOf, openTestHarness } from '../harness/open-test-harness.js';

function tool(name: string, execute: ToolDef['execute'], extra: Partial<ToolDef> = {}): ToolDef {
  return { name, description: name, parameters: Type.Object({}), execute, ...extra };
}

/** Run one tool once and give back how it ended. */
async function settle(
  definition: ToolDef,
  call: Record<string, unknown> = {},
  claims: ScriptModelSettings = {},
) {
  const replies = [{ toolCalls: [{ name: definition.name, arguments: {}, ...call }] }, 'done'];
  const { session, events, model } = await openTestHarness({ replies, model: claims });
  const { text } = await session.prompt('go', { tools: [definition] });
  expect(text).toBe('done');
  const [event] = eventsOf(events, 'tool_call');
  const shown = model.requests[1]?.messages.at(-1);
  return {
    event,
    shown,
    text: event?.result.content[0]?.type === 'text' ? event.result.content[0].text : undefined,
  };
}

describe('what a tool may return (C14)', () => {
  const png = { type: 'image', data: 'aGk=', mimeType: 'image/png' } as const;
  it.each<[string, unknown, string]>([
    ['text', 'hello', 'hello'],
    ['an empty text', '', '(no output)'],
    ['nothing', undefined, '(no output)'],
    ['null', null, 'null'],
    ['a number', 5, '5'],
    ['an object', { a: [1, 'x'] }, '{"a":[1,"x"]}'],
    ['an object whose content is no array', { content: 'stdout' }, '{"content":"stdout"}'],
    ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ])('%s', async (_what, returned, text) => {
    const { event, text: shown } = await settle(tool('give', () => returned));
    expect(shown).toBe(text);
    expect(event).toMatchObject({ outcome: 'ok', isError: false });
  });

  it('an image and a text, which reach the next request', async () => {
    const content = [png, { type: 'text', text: 'a picture' }];
    const { shown, event } = await settle(
      tool('give', () => ({ content, details: { id: 7 } })),
      {},
      { input: ['text', 'image'] },
    );
    expect(shown).toMatchObject({ role: 'toolResult', content, isError: false });
    expect(event?.result.details).toEqual({ id: 7, customTool: 'give' });
  });

  it('an error of its own, kept apart from a throw by its outcome', async () => {
    const content = [{ type: 'text', text: 'declined' }];
    expect((await settle(tool('give', () => ({ content, isError: true })))).event).toMatchObject({
      outcome: 'error',
      isError: true,
    });
    const threw = await settle(
      tool('give', () => {
        throw new ToolError('declined');
      }),
    );
    expect(threw.event).toMatchObject({ outcome: 'threw', isError: true });
    expect(threw.text).toBe('declined');
  });

  it('an image that the model cannot see is told, and not sent (C20)', async () => {
    const { shown, event } = await settle(tool('give', () => ({ content: [png] })));
    expect(shown).toMatchObject({
      content: [{ type: 'text', text: expect.stringContaining('cannot be shown') }],
    });
    expect(event).toMatchObject({ outcome: 'ok' });
  });

  const cycle: Record<string, unknown> = { name: 'x' };
  cycle.self = { back: cycle };
  it.each<[string, unknown, RegExp]>([
    ['a cycle', cycle, /value\.self\.back refers back/],
    ['a BigInt', { a: [1n] }, /value\.a\[0\] is a BigInt/],
    ['binary data', { file: Buffer.from('x') }, /value\.file is binary data/],
    ['a function', () => 1, /value is a function/],
    ['a Map', { m: new Map() }, /value\.m is a Map/],
    ['parts that are none', { content: [{ type: 'text' }] }, /content\[0\] is neither/],
    ['details that are none', { content: [], details: [1] }, /details is not an object/],
  ])('but not %s, and the error says where', async (_what, returned, message) => {
    const { event, text } = await settle(tool('give', () => returned));
    expect(event).toMatchObject({ outcome: 'invalid-output', isError: true });
    expect(text).toMatch(message);
  });

  it.each<[string, unknown, string]>([
    ['a string', 'plain', 'plain'],
    ['an object', { reason: 1 }, '{"reason":1}'],
    ['nothing', undefined, 'undefined'],
    [
      'an error whose message is no text',
      Object.assign(new Error('x'), { message: { code: 1 } }),
      '{"code":1}',
    ],
    [
      'an error whose message throws',
      Object.defineProperty(new Error('x'), 'message', {
        get() {
          throw new Error('no');
        },
      }),
      'an error that cannot be shown',
    ],
    [
      'a system error, without its host path',
      Object.assign(new Error("ENOENT: open '/secret/x'"), {
        code: 'ENOENT',
        syscall: 'open',
        path: '/secret/x',
      }),
      'ENOENT: open failed',
    ],
  ])('and may throw %s', async (_what, thrown, text) => {
    expect(
      (
        await settle(
          tool('give', () => {
            throw thrown;
          }),
        )
      ).text,
    ).toBe(text);
  });

  it('keeps a result over 50 KB whole, and says where it can be read', async () => {
    const long = `${'é'.repeat(40_000)}\nend`;
    const { session, model } = await openTestHarness([
      { toolCalls: [{ name: 'give' }] },
      (request) => {
        const path = /\/\.flue\/outputs\/[0-9a-f]{64}\.txt/.exec(
          JSON.stringify(request.messages.at(-1)),
        )?.[0];
        return { toolCalls: [{ name: 'read', arguments: { path: path ?? 'missing' } }] };
      },
      'done',
    ]);
    await session.prompt('go', { tools: [tool('give', () => long)] });
    const [given, read] = model.requests.slice(1).map((request) => JSON.stringify(request.messages.at(-1)));
    expect(given).toContain('80004 bytes in all');
    expect(Buffer.byteLength(given ?? '')).toBeLessThan(53_000);
    expect(read).toContain('continue with offset=2');
  });
});

describe('listeners', () => {
  it('cannot change what is executed, or what the model and the caller see', async () => {
    let seen: unknown;
    const echo: ToolDef = tool(
      'echo',
      ({ p }) => {
        seen = p;
        return `got ${p}`;
      },
      { parameters: Type.Object({ p: Type.String() }) },
    );
    const { session, model } = await openTestHarness(
      [
        { toolCalls: [{ name: 'echo', arguments: { p: 'secret' } }], usage: { input: 1 } },
        { text: 'done', usage: { input: 1 } },
      ],
      {
        onEvent(event) {
          if (event.type === 'tool_start') (event.args as { p: string }).p = '[redacted]';
          if (event.type === 'tool_call') event.result.content.length = 0;
          if (event.type === 'turn' || event.type === 'operation')
            Object.assign(event.usage ?? {}, { input: 999 });
        },
      },
    );
    const { usage } = await session.prompt('go', { tools: [echo] });
    expect(seen).toBe('secret');
    expect(JSON.stringify(model.requests[1]?.messages)).toContain('got secret');
    expect(usage.input).toBe(2);
  });

  it('of the conversation get a copy of it', async () => {
    const { session } = await openTestHarness([{ toolCalls: [{ name: 'wipe' }] }, 'done']);
    const wipe = tool('wipe', (_args, ctx) => {
      (ctx.messages as unknown[]).length = 0;
      return 'R';
    });
    await session.prompt('go', { tools: [wipe] });
    expect(session.history()).toHaveLength(4);
  });
});

describe('arguments', () => {
  const sum: ToolDef = tool('sum', ({ n, tags }) => `${typeof n} ${n} ${tags?.length}`, {
    parameters: {
      type: 'object',
      properties: { n: { type: 'integer' }, tags: { type: 'array', items: { type: 'string' } } },
      required: ['n'],
    },
  });

  it('are converted where nothing is lost (C15)', async () => {
    expect((await settle(sum, { arguments: { n: '10', tags: '["a"]' } })).text).toBe('number 10 1');
  });

  it('that do not fit never reach the tool, and the error names the field (C15)', async () => {
    let ran = false;
    const spy = {
      ...sum,
      execute: () => {
        ran = true;
        return '';
      },
    };
    const { event, text } = await settle(spy, { arguments: { n: 'ten' } });
    expect(event).toMatchObject({
      outcome: 'invalid-input',
      isError: true,
      result: { details: { customTool: 'sum' } },
    });
    expect(text).toMatch(/\bn\b/);
    expect(ran).toBe(false);
  });

  it.each([
    ['cut off', '{"n": 1'],
    ['with a bare word', '{"n": NaN}'],
    ['two values', '{"n":1}{"n":2}'],
    ['very deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
  ])('that are not whole JSON are refused: %s (M01)', async (_what, argumentsText) => {
    let ran = false;
    const { event } = await settle(
      tool('never', () => {
        ran = true;
      }),
      { arguments: undefined, argumentsText },
    );
    expect(event).toMatchObject({ outcome: 'invalid-input', isError: true });
    expect(ran).toBe(false);
  });

  it('of a reply that was cut off are never used, and the loop goes on (C16)', async () => {
    let ran = 0;
    const counting = tool('count', () => {
      ran += 1;
    });
    const { session, events, model } = await openTestHarness([
      {
        toolCalls: [
          { name: 'count', argumentsText: '{"a"' },
          { name: 'count', arguments: {} },
        ],
        stopReason: 'length',
      },
      'done',
    ]);
    expect((await session.prompt('go', { tools: [counting] })).text).toBe('done');
    expect(ran).toBe(0);
    expect(eventsOf(events, 'tool_call').map(({ outcome }) => outcome)).toEqual([
      'invalid-input',
      'invalid-input',
    ]);
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('cut off');
  });

  it('cannot reach a prototype (S09)', async () => {
    await settle(
      tool('take', () => 'x', { parameters: { type: 'object' } }),
      {
        arguments: undefined,
        argumentsText: '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
      },
    );
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });
});

describe('names that the model chose', () => {
  it.each(['constructor', 'toString', '__proto__', 'reаd', 'read ', 'READ', '', 'x'.repeat(300)])(
    '%j is an unknown tool (S10, M05)',
    async (name) => {
      const { session, events } = await openTestHarness([
        { toolCalls: [{ name: 'read', arguments: { path: '.' } }] },
        'done',
      ]);
      await session.prompt('warm up');
      const second = await openTestHarness([{ toolCalls: [{ name, arguments: { path: '.' } }] }, 'done']);
      await second.session.prompt('go');
      expect(eventsOf(events, 'tool_call')[0]?.outcome).toBe('ok');
      expect(eventsOf(second.events, 'tool_call')).toMatchObject([
        { toolName: name, outcome: 'unknown-tool', isError: true },
      ]);
      const asked = second.session
        .history()
        .flatMap((message) => (message.role === 'assistant' ? message.content : []));
      for (const block of asked)
        if (block.type === 'toolCall') expect(block.name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    },
  );
});

describe('ids of calls (M03)', () => {
  it('are kept, unless empty or used before in the conversation', async () => {
    const { session } = await openTestHarness([
      {
        toolCalls: [
          { name: 'ok', id: 'same' },
          { name: 'ok', id: 'other | ünusual' },
        ],
      },
      (request) => ({ toolCalls: [{ name: 'ok', id: request.messages.length > 0 ? 'same' : '' }] }),
      'done',
    ]);
    await session.prompt('go', { tools: [tool('ok', () => 'ok')] });
    const ids = session
      .history()
      .flatMap((message) =>
        message.role === 'assistant'
          ? message.content.flatMap((block) => (block.type === 'toolCall' ? [block.id] : []))
          : [],
      );
    expect(ids.slice(0, 2)).toEqual(['same', 'other | ünusual']);
    expect(ids[2]).toMatch(/^(call_[0-9a-f]{32}|same_?\S+)$/);
    const results = session
      .history()
      .flatMap((message) => (message.role === 'toolResult' ? [message.toolCallId] : []));
    expect(results).toEqual(ids);
  });
});

describe('many calls in one reply', () => {
  it('run in parallel, and their results follow in the order of the calls', async () => {
    let running = 0;
    let most = 0;
    const slow = tool(
      'slow',
      async ({ ms }) => {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setTimeout(resolve, ms));
        running -= 1;
        return String(ms);
      },
      { parameters: Type.Object({ ms: Type.Number() }) },
    );
    const { session } = await openTestHarness([
      { toolCalls: [30, 5, 15].map((ms) => ({ name: 'slow', arguments: { ms } })) },
      'done',
      'again',
    ]);
    await session.prompt('go', { tools: [slow] });
    expect(most).toBe(3);
    const shown = session
      .history()
      .flatMap((message) => (message.role === 'toolResult' ? message.content : []));
    expect(shown).toMatchObject([{ text: '30' }, { text: '5' }, { text: '15' }]);
  });

  it('over the cap get an error result each, and do not run (M04)', async () => {
    let ran = 0;
    const { session, events } = await openTestHarness(
      [{ toolCalls: Array.from({ length: 5000 }, () => ({ name: 'count' })) }, 'done'],
      { maxToolCallsPerTurn: 10 },
    );
    await session.prompt('go', {
      tools: [
        tool('count', () => {
          ran += 1;
        }),
      ],
    });
    expect(ran).toBe(10);
    const outcomes = eventsOf(events, 'tool_call').map(({ outcome }) => outcome);
    expect(outcomes).toHaveLength(5000);
    expect(outcomes.filter((outcome) => outcome === 'blocked')).toHaveLength(4990);
  });
});

describe('the second argument of execute', () => {
  it('is the signal of the call and carries its surroundings', async () => {
    const seen: { ctx?: ToolContext } = {};
    const { session } = await openTestHarness([{ toolCalls: [{ name: 'look', id: 'call_x' }] }, 'done']);
    await session.prompt('go', {
      tools: [
        tool('look', (_args, ctx) => {
          seen.ctx = ctx;
          return 'ok';
        }),
      ],
    });
    const { ctx } = seen;
    expect(ctx).toBeInstanceOf(AbortSignal);
    expect(ctx).toMatchObject({ cwd: '/home/user', toolCallId: 'call_x', toolName: 'look', aborted: false });
    expect(ctx?.signal).toBe(ctx);
    expect(ctx?.sessionId).toBe('local/default/default/default');
    expect(JSON.stringify(ctx)).toBe(
      '{"sessionId":"local/default/default/default","toolCallId":"call_x","toolName":"look"}',
    );
    expect(typeof ctx?.sandbox.exec).toBe('function');
  });

  it('reports progress as events, until the call has settled', async () => {
    let late: (() => void) | undefined;
    const { session, events } = await openTestHarness([{ toolCalls: [{ name: 'work' }] }, 'done']);
    await session.prompt('go', {
      tools: [
        tool('work', (_args, ctx) => {
          ctx.onUpdate({ text: 'half', details: { done: 1 } });
          ctx.onUpdate({});
          late = () => ctx.onUpdate({ text: 'too late' });
          return 'ok';
        }),
      ],
    });
    late?.();
    expect(eventsOf(events, 'tool_update')).toHaveLength(2);
    expect(eventsOf(events, 'tool_update')[0]).toMatchObject({ text: 'half', details: { done: 1 } });
  });

  it("aborts at the tool's time limit, and the outcome says so", async () => {
    let told: unknown;
    const slow = tool(
      'slow',
      (_args, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            told = signal.reason;
            reject(new Error('stopped'));
          });
        }),
      { timeoutMs: 20 },
    );
    const { event, text } = await settle(slow);
    expect(event).toMatchObject({ outcome: 'timeout', isError: true });
    expect(text).toContain('20 ms');
    expect(told).toMatchObject({ name: 'TimeoutError' });
  });

  it('gives up on a tool that ignores its time limit, and drops its late result', async () => {
    const { event } = await settle(
      tool('deaf', () => new Promise((resolve) => setTimeout(resolve, 2000, 'late')), { timeoutMs: 20 }),
    );
    expect(event).toMatchObject({ outcome: 'timeout' });
    expect(event?.durationMs).toBeLessThan(1000);
  });
});

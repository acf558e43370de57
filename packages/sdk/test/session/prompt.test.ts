import {
  AbortError,
  type InitOptions,
  OptionError,
  ProviderError,
  SessionBusyError,
  type SessionEnv,
  type SessionStore,
  type ToolDef,
  TurnLimitError,
  Type,
} from '@flue/sdk';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { eventsOf, openTestHarness } from '../harness/open-test-harness.js';

const calculator: ToolDef = {
  name: 'calculator',
  description: 'Multiplies.',
  parameters: Type.Object({ a: Type.Number(), b: Type.Number() }),
  execute: ({ a, b }) => String(a * b),
};
const multiply = { name: 'calculator', arguments: { a: 7, b: 6 } };

describe('prompt', () => {
  it('asks the model, runs the tool it asks for, and resolves to its answer', async () => {
    const { session, events } = await openTestHarness([
      { toolCalls: [multiply] },
      'The answer is {{toolResult}}.',
    ]);
    const response = await session.prompt('Compute 7 * 6.', { tools: [calculator] });
    expect(response).toMatchObject({
      text: 'The answer is 42.',
      stopReason: 'stop',
      toolCalls: 1,
      model: { id: 'script' },
    });
    expect(eventsOf(events, 'tool_call')).toMatchObject([
      {
        toolName: 'calculator',
        isError: false,
        outcome: 'ok',
        result: { content: [{ type: 'text', text: '42' }], details: { customTool: 'calculator' } },
      },
    ]);
  });

  it('keeps the conversation for the next prompt', async () => {
    const { session, model } = await openTestHarness(['one', 'two']);
    await session.prompt('first');
    await session.prompt('second');
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
    expect(session.history().map(({ role }) => role)).toEqual(['user', 'assistant', 'user', 'assistant']);
  });

  it('forgets a per-call tool when its call ends', async () => {
    const { session, model } = await openTestHarness(['one', 'two'], { builtinTools: false });
    await session.prompt('first', { tools: [calculator] });
    await session.prompt('second');
    expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([['calculator'], []]);
  });

  it('sums usage over the turns of the call', async () => {
    const usage = { input: 10, output: 5, cost: 0.5 };
    const { session } = await openTestHarness([
      { toolCalls: [multiply], usage },
      { text: 'done', usage },
    ]);
    const response = await session.prompt('go', { tools: [calculator] });
    expect(response.usage).toMatchObject({ input: 20, output: 10, totalTokens: 30, cost: { total: 1 } });
  });

  it('streams the events of the call through its handle, all of them before it settles', async () => {
    const { session } = await openTestHarness([{ text: 'hello world', chunkSize: 4 }]);
    const handle = session.prompt('hi');
    const types: string[] = [];
    let text = '';
    for await (const event of handle) {
      types.push(event.type);
      if (event.type === 'text_delta') text += event.text;
    }
    expect(text).toBe('hello world');
    expect(types[0]).toBe('operation_start');
    expect(types.slice(-3)).toEqual(['turn', 'operation', 'idle']);
    expect((await handle).text).toBe('hello world');
  });

  it('stamps events with run, harness, session, operation and a gapless index', async () => {
    const { session, events } = await openTestHarness(['hi'], { name: 'support' });
    await session.prompt('hello');
    expect(events.map(({ eventIndex }) => eventIndex)).toEqual(events.map((_, index) => index));
    for (const event of events) {
      expect(event).toMatchObject({
        harness: 'support',
        session: 'default',
        operationId: expect.stringMatching(/^op_/),
      });
    }
    expect(new Set(events.map(({ runId }) => runId)).size).toBe(1);
  });

  it('survives a listener that throws or rejects', async () => {
    const { session } = await openTestHarness(['fine'], {
      onEvent: (event) => {
        if (event.type === 'turn') return Promise.reject(new Error('later'));
        throw new Error('now');
      },
    });
    expect((await session.prompt('hello')).text).toBe('fine');
  });

  it('rejects a second call while the first runs, and is free again afterwards', async () => {
    const { session } = await openTestHarness([{ text: 'slow', delayMs: 20 }, 'next']);
    const first = session.prompt('one');
    await expect(session.prompt('two')).rejects.toThrow(SessionBusyError);
    await expect(session.shell('true')).rejects.toMatchObject({
      code: 'session_busy',
      hint: expect.any(String),
    });
    expect((await first).text).toBe('slow');
    expect((await session.prompt('three')).text).toBe('next');
  });

  it('turns a failed request into a ProviderError and leaves no trace of the reply in the history', async () => {
    const { session } = await openTestHarness([{ error: { status: 503, message: 'overloaded' } }, 'again']);
    const failure = session.prompt('one');
    await expect(failure).rejects.toThrow(ProviderError);
    await expect(failure).rejects.toMatchObject({
      code: 'provider_failed',
      status: 503,
      message: expect.stringContaining('overloaded'),
    });
    expect((await session.prompt('two')).text).toBe('again');
    expect(session.history().map(({ role }) => role)).toEqual(['user', 'user', 'assistant']);
  });

  it('stops an endless tool loop at maxTurns (M04)', async () => {
    const { session } = await openTestHarness([{ toolCalls: [multiply], repeat: true }], { maxTurns: 3 });
    const failure = session.prompt('loop', { tools: [calculator] });
    await expect(failure).rejects.toThrow(TurnLimitError);
    await expect(failure).rejects.toMatchObject({ code: 'turn_limit', maxTurns: 3 });
    expect(session.history().filter(({ role }) => role === 'toolResult')).toHaveLength(3);
  });

  it('rejects bad options before anything is asked or recorded, and stays usable', async () => {
    const { session, model } = await openTestHarness(['fine']);
    await expect(session.prompt('')).rejects.toThrow(OptionError);
    await expect(session.prompt('x', { bogus: 1 } as never)).rejects.toThrow(/no option "bogus"/);
    await expect(session.prompt('x', { tools: [{ ...calculator, name: 'read' }] })).rejects.toThrow(
      /built-in tool "read"/,
    );
    await expect(session.prompt('x', { model: 'nonsense' })).rejects.toThrow(/not a model name/);
    expect(model.requests).toHaveLength(0);
    expect(session.history()).toEqual([]);
    expect((await session.prompt('x')).text).toBe('fine');
  });

  it('requires a model when init() has none', async () => {
    const { session, model } = await openTestHarness(['fine'], { model: false });
    await expect(session.prompt('x')).rejects.toThrow(/no model/);
    expect((await session.prompt('x', { model })).text).toBe('fine');
  });
});

const hanging = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: () => new Promise<never>(() => {}),
    jsonSchema: { input: () => ({ type: 'object' }) },
  },
} as unknown as ToolDef['parameters'];

function hungEnvironment(): SessionEnv {
  const hang = () => new Promise<never>(() => {});
  const files = {
    readFile: hang,
    readFileBuffer: hang,
    writeFile: hang,
    stat: hang,
    readdir: hang,
    exists: hang,
    mkdir: hang,
    rm: hang,
  };
  return { ...files, exec: hang, cwd: '/', resolvePath: (path) => path };
}

/** Keeps the first entry, and never acknowledges another. */
function hungStore(): SessionStore {
  const store = memoryStore();
  let count = 0;
  return { ...store, append: (...args) => (++count === 1 ? store.append(...args) : new Promise(() => {})) };
}

describe('abort', () => {
  const stubborn: ToolDef = {
    name: 'stubborn',
    description: 'Never ends, whatever it is told.',
    parameters: Type.Object({}),
    execute: () => new Promise(() => {}),
  };
  const twoCalls = [{ toolCalls: [{ name: 'stubborn' }, { name: 'stubborn' }] }, 'after'];

  it('settles within a second when a tool ignores its signal, and every call has a result', async () => {
    const { session, events } = await openTestHarness(twoCalls);
    const call = session.prompt('go', { tools: [stubborn] });
    const begun = Date.now();
    setTimeout(() => call.abort('enough'), 20);
    await expect(call).rejects.toMatchObject({ name: 'AbortError', code: 'aborted', cause: 'enough' });
    expect(Date.now() - begun).toBeLessThan(1000);
    expect(eventsOf(events, 'tool_call').map(({ outcome }) => outcome)).toEqual(['aborted', 'aborted']);
    expect(session.history().map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'toolResult',
      'toolResult',
    ]);
    expect((await session.prompt('next')).text).toBe('after');
  });

  it('does not start the remaining calls of a sequential batch', async () => {
    let runs = 0;
    const counting: ToolDef = {
      ...stubborn,
      executionMode: 'sequential',
      execute: () => {
        runs += 1;
        return new Promise(() => {});
      },
    };
    const { session } = await openTestHarness(twoCalls);
    const call = session.prompt('go', { tools: [counting] });
    setTimeout(() => call.abort(), 20);
    await expect(call).rejects.toThrow(AbortError);
    expect(runs).toBe(1);
    expect(session.history().filter(({ role }) => role === 'toolResult')).toHaveLength(2);
  });

  it('keeps what an aborted reply had said', async () => {
    const { session } = await openTestHarness([{ text: 'a long answer', chunkSize: 2, chunkDelayMs: 20 }]);
    const call = session.prompt('go');
    for await (const event of call) {
      if (event.type === 'text_delta') call.abort();
    }
    await expect(call).rejects.toThrow(AbortError);
    expect(session.history().at(-1)).toMatchObject({ role: 'assistant', stopReason: 'aborted' });
  });

  it.each<[string, Partial<InitOptions>, ToolDef[]]>([
    [
      'a schema that never answers',
      {},
      [{ name: 'stubborn', description: 'x', parameters: hanging, execute: () => 'x' }],
    ],
    ['a sandbox that never answers', { sandbox: { createSessionEnv: async () => hungEnvironment() } }, []],
    ['a store that never answers', { persist: hungStore() }, []],
  ])('settles within a second though %s', async (_what, options, tools) => {
    const { session, harness } = await openTestHarness([{ toolCalls: [{ name: 'stubborn' }] }, 'x'], options);
    const call = session.prompt('go', { tools });
    setTimeout(() => call.abort('enough'), 20);
    const begun = Date.now();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(Date.now() - begun).toBeLessThan(1500);
    await expect(session.prompt('')).rejects.toThrow(OptionError);
    await harness.close();
  });

  it('follows the signal that the call was given, also one that is aborted already', async () => {
    const { session, model } = await openTestHarness(['x']);
    await expect(session.prompt('go', { signal: AbortSignal.abort('early') })).rejects.toMatchObject({
      cause: 'early',
    });
    expect(model.requests).toHaveLength(0);
  });

  it('does not crash the process when nobody awaits an aborted handle (E8)', async () => {
    const { session } = await openTestHarness([{ text: 'slow', delayMs: 1000 }]);
    session.prompt('go').abort();
    await new Promise((resolve) => setTimeout(resolve, 50));
  });
});

describe('steer', () => {
  it('adds a message to the running call, before its next request', async () => {
    const { session, model } = await openTestHarness([{ toolCalls: [multiply], delayMs: 20 }, 'done']);
    const call = session.prompt('go', { tools: [calculator] });
    await new Promise((resolve) => setTimeout(resolve, 5));
    session.steer('and be quick');
    await call;
    expect(model.requests[1]?.messages.at(-1)).toMatchObject({ role: 'user', content: 'and be quick' });
    expect(session.history()).toHaveLength(5);
  });

  it('is an error when nothing runs', async () => {
    const { session } = await openTestHarness(['done']);
    expect(() => session.steer('hello')).toThrow(/no call running/);
    await session.prompt('x');
    expect(() => session.steer('hello')).toThrow(/no call running/);
  });
});

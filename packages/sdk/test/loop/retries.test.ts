import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  AbortError,
  type FlueEvent,
  init,
  ProviderError,
  registerProvider,
  type ToolDef,
  Type,
} from '@flue/sdk';
import { type ScriptInput, type ScriptReply, scriptedModel, startScriptedServer } from '@flue/sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { readRetryAfter } from '../../src/loop/asking/retry-after.js';
import { eventsOf } from '../harness/open-test-harness.js';

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const retry = { attempts: 3, minDelayMs: 2, maxDelayMs: 2000 };

async function ask(
  script: ScriptInput,
  api: 'openai' | 'anthropic' = 'openai',
  options: Record<string, unknown> = {},
) {
  const server = await startScriptedServer(script);
  const events: FlueEvent[] = [];
  registerProvider('flaky', {
    api: api === 'openai' ? 'openai-completions' : 'anthropic-messages',
    baseUrl: api === 'openai' ? server.openaiUrl : server.anthropicUrl,
    apiKey: 'x',
  });
  const harness = await init({
    model: 'flaky/m',
    retry,
    idleTimeoutMs: 10_000,
    onEvent: (event) => void events.push(event),
    ...options,
  });
  closing.push(
    () => harness.close(),
    () => server.close(),
  );
  return { session: await harness.session(), server, events, harness };
}

const FAILURES: [string, ScriptReply][] = [
  ['429 without Retry-After', { error: { status: 429, message: 'slow down' } }],
  [
    '429 with Retry-After in seconds',
    { error: { status: 429, message: 'slow down', headers: { 'retry-after': '0.05' } } },
  ],
  [
    '429 with Retry-After as a date',
    { error: { status: 429, message: 'slow down', headers: { 'retry-after': new Date(0).toUTCString() } } },
  ],
  ['500', { error: { status: 500, message: 'oops' } }],
  ['503', { error: { status: 503, message: 'unavailable' } }],
  ['529', { error: { status: 529, message: 'overloaded' } }],
  ['a reset before the headers', { error: { kind: 'reset' } }],
  [
    'a reset in the middle of the reply',
    { text: 'half of a reply', error: { kind: 'reset', after: 'half' } },
  ],
  ['silence before the headers', { error: { kind: 'hang' } }],
  ['silence in the middle of the reply', { text: 'half of a reply', error: { kind: 'hang', after: 'half' } }],
  ['pings and nothing else (B34)', { error: { kind: 'ping', pingMs: 20 } }],
  ['a web page with status 200', { error: { kind: 'html', message: 'maintenance' } }],
  [
    'an error inside the stream',
    { text: 'half', error: { kind: 'event', status: 529, message: 'overloaded' } },
  ],
];

describe.each(['openai', 'anthropic'] as const)('on the wire of %s', (api) => {
  it.each(FAILURES)('%s is asked again, and leaves nothing in the history (C17)', async (_what, failure) => {
    // Only silence is waited for; anything else must not be taken for it on a busy machine.
    const silent = failure.error?.kind === 'hang' || failure.error?.kind === 'ping';
    const { session, server, events } = await ask(
      [failure, 'recovered'],
      api,
      silent ? { idleTimeoutMs: 300 } : {},
    );
    expect((await session.prompt('go')).text).toBe('recovered');
    expect(server.requests).toHaveLength(2);
    expect(session.history().map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(eventsOf(events, 'log')).toMatchObject([
      { level: 'warn', message: expect.stringContaining('asking flaky/m in') },
    ]);
    expect(eventsOf(events, 'turn').map(({ stopReason }) => stopReason)).toEqual(['error', 'stop']);
  });

  it.each([
    ['401', { status: 401, message: 'no such key' }, /API key/],
    ['400', { status: 400, message: 'bad request' }, /does not accept/],
    [
      'a quota',
      { status: 429, message: 'You exceeded your current quota', code: 'insufficient_quota' },
      /billing/,
    ],
  ])('%s fails at once, with what to do', async (_what, error, hint) => {
    const { session, server } = await ask([{ error }, 'never'], api);
    const failure = session.prompt('go');
    await expect(failure).rejects.toThrow(ProviderError);
    await expect(failure).rejects.toMatchObject({ status: error.status, hint: expect.stringMatching(hint) });
    expect(server.requests).toHaveLength(1);
  });

  it('gives up after the attempts it was given', async () => {
    const { session, server } = await ask([{ error: { status: 503, message: 'down' }, repeat: true }], api);
    await expect(session.prompt('go')).rejects.toMatchObject({
      status: 503,
      hint: expect.stringContaining('retry.attempts'),
    });
    expect(server.requests).toHaveLength(3);
  });

  it('fails at once when the provider asks for a longer wait than is allowed', async () => {
    const error = { status: 429, message: 'tomorrow', headers: { 'retry-after': '86400' } };
    const { session, server } = await ask([{ error }, 'never'], api);
    await expect(session.prompt('go')).rejects.toMatchObject({ status: 429 });
    expect(server.requests).toHaveLength(1);
  });

  it('aborts at once while it waits', async () => {
    const { session } = await ask([{ error: { status: 503, message: 'down' } }], api, {
      retry: { attempts: 3, minDelayMs: 60_000, maxDelayMs: 60_000 },
    });
    const call = session.prompt('go');
    for await (const event of call) if (event.type === 'log') call.abort();
    const aborted = Date.now();
    await expect(call).rejects.toThrow(AbortError);
    expect(Date.now() - aborted).toBeLessThan(500);
  });

  it('a reply cut in the middle of a tool call never runs it, and is asked again', async () => {
    let ran = 0;
    const count: ToolDef = {
      name: 'count',
      description: 'x',
      parameters: Type.Object({ n: Type.Number() }),
      execute: () => String(++ran),
    };
    const call = { name: 'count', arguments: { n: 1 } };
    const { session } = await ask(
      [{ toolCalls: [call], error: { kind: 'cut' } }, { toolCalls: [call] }, 'done'],
      api,
    );
    expect((await session.prompt('go', { tools: [count] })).text).toBe('done');
    expect(ran).toBe(1);
  });
});

describe('fallback models', () => {
  const broken = (id: string) =>
    scriptedModel([{ error: { status: 503, message: 'down' }, repeat: true }], { id });

  it('are asked in turn, and tools that ran do not run again', async () => {
    let ran = 0;
    const count: ToolDef = {
      name: 'count',
      description: 'x',
      parameters: Type.Object({}),
      execute: () => String(++ran),
    };
    const first = scriptedModel([
      { toolCalls: [{ name: 'count' }] },
      { error: { status: 503, message: 'down' }, repeat: true },
    ]);
    const third = scriptedModel(['the count is {{toolResult}}']);
    const harness = await init({ model: first, fallbackModels: [broken('second'), third], retry });
    const { text } = await (await harness.session()).prompt('go', { tools: [count] });
    expect(text).toBe('the count is 1');
    expect(ran).toBe(1);
  });

  it('are asked also when asking again could not help', async () => {
    const first = scriptedModel([{ error: { status: 401, message: 'no key' } }]);
    const harness = await init({ model: first, fallbackModels: [scriptedModel(['second'])], retry });
    expect((await (await harness.session()).prompt('go')).text).toBe('second');
  });

  it('that fail too end the call with the last failure', async () => {
    const harness = await init({ model: broken('a'), fallbackModels: [broken('b')], retry });
    await expect((await harness.session()).prompt('go')).rejects.toMatchObject({ model: 'b', status: 503 });
  });
});

describe('Retry-After', () => {
  const read = (headers: Record<string, string>, message = '') =>
    readRetryAfter(new Map(Object.entries(headers)), message);
  it.each([
    [{ 'retry-after': '2' }, 2000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after-ms': '7', 'retry-after': '2' }, 7],
    [{ 'retry-after': 'soon' }, undefined],
    [{ 'retry-after': '-1' }, undefined],
    [{}, undefined],
  ])('%j is %s ms', (headers, ms) => expect(read(headers as Record<string, string>)).toBe(ms));

  it('may be a date, or in the text of the error', () => {
    const ms = read({ 'retry-after': new Date(Date.now() + 5000).toUTCString() });
    expect(ms).toBeGreaterThan(3000);
    expect(ms).toBeLessThanOrEqual(5000);
    expect(read({}, '{"error":{"details":[{"retryDelay": "3.5s"}]}}')).toBe(3500);
  });
});

it('a server that is not there is a connection failure, after the retries', async () => {
  const server: Server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  registerProvider('gone', { api: 'openai-completions', baseUrl: `http://127.0.0.1:${port}/v1` });
  const harness = await init({ model: 'gone/m', retry });
  await expect((await harness.session()).prompt('go')).rejects.toMatchObject({
    code: 'provider_failed',
    status: undefined,
  });
});

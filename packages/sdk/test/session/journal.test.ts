import { StoreError, type ToolDef, Type } from '@flue/sdk';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/adapters/store/memory.js';
import type { JournalEntry } from '../../src/ports/journal-entry.js';
import { toolCallOf } from '../../src/tools/pipeline/tool-call-of.js';
import { eventsOf, openTestHarness } from '../harness/open-test-harness.js';
import { recordingStore } from './recording-store.js';

const KEY = { agent: 'local', id: 'default', harness: 'default', session: 'default' };
const OWNER = { host: 'h', pid: 1, nonce: 'n' };
const ok: ToolDef = {
  name: 'ok',
  description: 'x',
  parameters: Type.Object({ n: Type.Integer() }),
  execute: ({ n }) => `got ${n}`,
};

async function journalOf(
  script: Parameters<typeof openTestHarness>[0],
  work: (opened: Awaited<ReturnType<typeof openTestHarness>>) => Promise<unknown>,
) {
  const persist = recordingStore();
  const opened = await openTestHarness(script, { persist });
  await work(opened);
  return { ...opened, persist, entries: persist.appends.flat(), types: persist.appends.flat().map(brief) };
}

function brief(entry: JournalEntry): string {
  if (entry.type === 'user_message') return `user_message(${entry.source})`;
  if (entry.type === 'operation_end') return `operation_end(${entry.status})`;
  if (entry.type === 'tool_result') return `tool_result(${entry.outcome})`;
  if (entry.type === 'operation_start') return `operation_start(${entry.kind})`;
  return entry.type;
}

describe('what a session writes', () => {
  it('for a prompt with a tool call: each thing as it happens, in order', async () => {
    const { types, entries, persist } = await journalOf(
      [{ toolCalls: [{ name: 'ok', arguments: { n: '5' } }] }, 'done'],
      ({ session }) => session.prompt('go', { tools: [ok] }),
    );
    expect(types).toEqual([
      'session_start',
      'operation_start(prompt)',
      'user_message(prompt)',
      'assistant_message',
      'tool_start',
      'tool_result(ok)',
      'assistant_message',
      'operation_end(completed)',
    ]);
    expect(entries[4]).toMatchObject({ toolName: 'ok', input: { n: '5' } });
    expect(entries[5]).toMatchObject({
      content: [{ type: 'text', text: 'got 5' }],
      details: { customTool: 'ok' },
    });
    expect(persist.appends.length).toBeLessThanOrEqual(8);
  });

  it('for a shell command: a bash call, with who asked for it', async () => {
    const { types } = await journalOf([], ({ session }) => session.shell('true'));
    expect(types).toEqual([
      'session_start',
      'operation_start(shell)',
      'user_message(shell)',
      'assistant_message',
      'tool_start',
      'tool_result(ok)',
      'operation_end(completed)',
    ]);
  });

  it('for a task: a session of its own, which it lets go of', async () => {
    const { persist } = await journalOf(['x'], ({ session }) => session.task('go'));
    const [own, child] = await persist.list({ tasks: true });
    expect(own?.key).toEqual(KEY);
    expect(child?.key).toMatchObject({ ...KEY, task: expect.stringMatching(/^task_/) });
    expect((await persist.read(child!.key)).map(({ entry }) => brief(entry))).toEqual([
      'session_start',
      'operation_start(prompt)',
      'user_message(task)',
      'assistant_message',
      'operation_end(completed)',
    ]);
    expect(persist.released).toEqual([child?.key.task]);
  });

  it('for a call that fails, and one that is aborted: how it ended', async () => {
    const { types, entries } = await journalOf(
      [{ error: { status: 400, message: 'no' } }, { text: 'x', delayMs: 1000 }],
      async ({ session }) => {
        await session.prompt('one').catch(() => undefined);
        const call = session.prompt('two');
        setTimeout(() => call.abort(), 10);
        await call.catch(() => undefined);
      },
    );
    expect(types.filter((type) => type.startsWith('operation_end'))).toEqual([
      'operation_end(failed)',
      'operation_end(aborted)',
    ]);
    expect(entries.find(({ type }) => type === 'operation_end')).toMatchObject({
      error: { code: 'provider_failed' },
    });
  });

  it('for calls that must not run: what the model asked for, so that nothing runs them later as they stand', async () => {
    const { entries } = await journalOf(
      [
        {
          toolCalls: [
            { name: 'ok', argumentsText: '{"n": ' },
            { name: 'no such tool' },
            { name: 'ok', argumentsText: '[1]' },
            { name: 'ok', arguments: { n: 1 } },
            { name: 'ok', arguments: { n: 2 } },
          ],
        },
        'done',
      ],
      async ({ harness }) => (await harness.session('capped')).prompt('go', { tools: [ok] }),
    );
    const reply = entries.find((entry) => entry.type === 'assistant_message');
    if (reply?.type !== 'assistant_message') throw new Error('no reply');
    const calls = reply.message.content.flatMap((block) =>
      block.type === 'toolCall' ? [toolCallOf(reply, block.id)] : [],
    );
    expect(calls.map((call) => [call?.toolName, call?.arguments])).toEqual([
      [
        'ok',
        expect.objectContaining({
          usable: false,
          outcome: 'invalid-input',
          fault: expect.stringContaining('not valid JSON'),
        }),
      ],
      ['no such tool', expect.objectContaining({ usable: false, outcome: 'unknown-tool' })],
      ['ok', expect.objectContaining({ usable: false, fault: expect.stringContaining('not a JSON object') })],
      ['ok', { usable: true, value: { n: 1 } }],
      ['ok', { usable: true, value: { n: 2 } }],
    ]);
    expect(toolCallOf(reply, 'constructor')).toBeUndefined();
  });

  it('for an output that is kept whole: its digest on the entry, and its bytes beside the log', async () => {
    const big: ToolDef = {
      name: 'big',
      description: 'x',
      parameters: Type.Object({}),
      execute: () => 'y'.repeat(60_000),
    };
    const { entries, persist } = await journalOf([{ toolCalls: [{ name: 'big' }] }, 'done'], ({ session }) =>
      session.prompt('go', { tools: [big] }),
    );
    const result = entries.find((entry) => entry.type === 'tool_result');
    const [digest] = result?.type === 'tool_result' ? (result.blobs ?? []) : [];
    expect((await persist.readBlob(KEY, digest ?? ''))?.length).toBe(60_000);
  });
});

it('an oversized output of session.shell is kept as that of a tool is', async () => {
  const { entries, persist } = await journalOf([], ({ session }) => session.shell('seq 1 20000'));
  const result = entries.find((entry) => entry.type === 'tool_result');
  const [digest] = result?.type === 'tool_result' ? (result.blobs ?? []) : [];
  expect((await persist.readBlob(KEY, digest ?? ''))?.length).toBeGreaterThan(100_000);
});

describe('a store that fails', () => {
  const script = [
    {
      toolCalls: [
        { name: 'ok', arguments: { n: 1 } },
        { name: 'ok', arguments: { n: 2 } },
      ],
    },
    'done',
    'later',
  ];

  it.each([2, 3, 4, 5, 6, 7])(
    'at append %i ends the call with that failure, once, and the session goes on',
    async (failAppend) => {
      const persist = recordingStore();
      const { session, events } = await openTestHarness(script, { persist });
      persist.failAppend = failAppend;
      const outcome = await session.prompt('go', { tools: [ok] }).then(
        () => 'done',
        (error: unknown) => error,
      );
      if (outcome !== 'done') {
        expect(outcome).toBeInstanceOf(StoreError);
        expect(outcome).toMatchObject({ code: 'store_failed', reason: 'failed' });
        expect(eventsOf(events, 'operation')).toMatchObject([
          { isError: true, error: { code: 'store_failed' } },
        ]);
      }
      const starts = eventsOf(events, 'tool_start').length;
      expect(eventsOf(events, 'tool_call').length).toBeLessThanOrEqual(starts);
      expect((await session.prompt('again')).text).toMatch(/done|later/);
      const history = session.history();
      const asked = history.flatMap((message) =>
        message.role === 'assistant' ? message.content.filter(({ type }) => type === 'toolCall') : [],
      );
      expect(history.filter(({ role }) => role === 'toolResult')).toHaveLength(asked.length);
      expect(eventsOf(events, 'tool_call')).toHaveLength(eventsOf(events, 'tool_start').length);
    },
  );

  it('is wrapped when it throws something of its own', async () => {
    const persist = { ...memoryStore(), append: () => Promise.reject(new RangeError('odd')) };
    await expect(openTestHarness([], { persist })).rejects.toMatchObject({
      code: 'store_failed',
      cause: expect.any(RangeError),
    });
  });

  it('is let go of when its session cannot be read', async () => {
    const persist = recordingStore();
    const broken = { ...persist, read: () => Promise.reject(new StoreError('failed', 'unreadable')) };
    await expect(openTestHarness([], { persist: broken })).rejects.toThrow(StoreError);
    expect(persist.released).toEqual(['default']);
  });
});

describe('a session of another version', () => {
  it.each<[string, JournalEntry[]]>([
    ['a later version', [{ type: 'session_start', version: 2 as never }]],
    [
      'an entry that is not known',
      [{ type: 'session_start', version: 1 }, { type: 'rewind', to: 3 } as never],
    ],
    ['no start', [{ type: 'operation_start', operationId: 'x', kind: 'prompt' }]],
  ])('is refused and left as it is: %s', async (_what, entries) => {
    const persist = memoryStore();
    const lease = await persist.open(KEY, { mode: 'new', owner: OWNER });
    await persist.append(lease, 0, entries);
    await persist.release(lease);
    await expect(openTestHarness(['x'], { persist })).rejects.toMatchObject({
      code: 'store_failed',
      reason: 'unreadable',
    });
    expect(await persist.read(KEY)).toHaveLength(entries.length);
  });
});

describe('a harness that is closed', () => {
  it('lets go of its sessions, so that another one can go on with them', async () => {
    const persist = recordingStore();
    const first = await openTestHarness(['one'], { persist });
    await first.session.prompt('hello');
    await first.harness.close();
    expect(persist.released).toEqual(['default']);
    const second = await openTestHarness(['two'], { persist });
    await second.session.prompt('go on');
    expect(second.session.history().map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'user',
      'assistant',
    ]);
    expect(second.model.requests[0]?.messages).toHaveLength(3);
  });

  it('disposes of its sandbox also when a session cannot be let go of', async () => {
    const persist = { ...memoryStore(), release: () => Promise.reject(new StoreError('failed', 'gone')) };
    const { harness } = await openTestHarness(['x'], { persist });
    await expect(harness.close()).rejects.toThrow('gone');
    await expect(harness.shell('true')).rejects.toThrow(/closed/);
  });
});

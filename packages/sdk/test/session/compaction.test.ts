import { ProviderError, type ToolDef, Type } from '@flue/sdk';
import type { ScriptReply, ScriptReplyFunction, ScriptReplyInput } from '@flue/sdk/testing';
import { describe, expect, it } from 'vitest';
import { eventsOf, openTestHarness } from '../harness/open-test-harness.js';

const OVERFLOW: ScriptReply = { error: { status: 400, message: 'prompt is too long: 9 tokens > 8 maximum' } };
const summary = (text: string): ScriptReply => ({
  text,
  when: { system: 'You summarise the work' },
  repeat: true,
});
const dump: ToolDef = {
  name: 'dump',
  description: 'Gives a lot of text.',
  parameters: Type.Object({ n: Type.Integer() }),
  execute: ({ n }) => `line ${n} `.repeat(400),
};

function windowed(contextWindow: number, replies: readonly ScriptReplyInput[]) {
  return { replies, model: { contextWindow } };
}

describe('compaction', () => {
  it('replaces all but the latest messages by a summary when the window fills up, and keeps the history', async () => {
    const { session, model, events } = await openTestHarness(
      windowed(3000, [summary('They counted.'), { text: 'x'.repeat(2000), repeat: true }]),
      { builtinTools: false, compaction: { reserveTokens: 500, keepRecentTokens: 600 } },
    );
    for (let n = 1; n <= 8; n++) await session.prompt(`question ${n}`);
    const asked = model.requests.filter(({ systemPrompt }) => !systemPrompt.startsWith('You summarise'));
    expect(asked.at(-1)?.messages[0]?.content).toContain('They counted.');
    expect(asked.at(-1)?.messages.at(-1)?.content).toBe('question 8');
    expect(session.history()).toHaveLength(16);
    const ends = eventsOf(events, 'compaction');
    expect(ends.length).toBeGreaterThan(0);
    for (const { messagesBefore, messagesAfter } of ends) expect(messagesAfter).toBeLessThan(messagesBefore);
    expect(eventsOf(events, 'compaction_start')[0]).toMatchObject({
      reason: 'threshold',
      estimatedTokens: expect.any(Number),
    });
  });

  it('works inside a long tool loop, keeping the request that is being worked on word for word', async () => {
    let n = 0;
    const next: ScriptReplyFunction = ({ messages }) => {
      n += 1;
      expect(JSON.stringify(messages)).toContain('Dump thirty lines.');
      return n < 30 ? { toolCalls: [{ name: 'dump', arguments: { n }, id: `d${n}` }] } : 'done';
    };
    const { session, model } = await openTestHarness(
      windowed(6000, [summary('Some lines were dumped.'), ...Array.from({ length: 30 }, () => next)]),
      { builtinTools: false, compaction: { reserveTokens: 1000, keepRecentTokens: 1500 } },
    );
    const { text, toolCalls } = await session.prompt('Dump thirty lines.', { tools: [dump] });
    expect({ text, toolCalls }).toEqual({ text: 'done', toolCalls: 29 });
    const largest = Math.max(...model.requests.map(({ messages }) => JSON.stringify(messages).length));
    expect(largest).toBeLessThan(6000 * 4);
    for (const { messages } of model.requests) expect(messages[0]?.role).not.toBe('toolResult');
  });

  it('makes progress also when the last result alone is larger than what is kept', async () => {
    const { session, model } = await openTestHarness(
      windowed(3000, [
        summary('A big result came.'),
        { toolCalls: [{ name: 'big' }], when: 'go' },
        { text: 'done' },
      ]),
      { builtinTools: false, compaction: { reserveTokens: 500, keepRecentTokens: 100 } },
    );
    const big: ToolDef = {
      name: 'big',
      description: 'x',
      parameters: Type.Object({}),
      execute: () => 'y'.repeat(20_000),
    };
    expect((await session.prompt('go', { tools: [big] })).text).toBe('done');
    const last = model.requests.at(-1)?.messages ?? [];
    expect(last).toHaveLength(1);
    expect(last[0]?.content).toMatch(/A big result came\.[\s\S]*being worked on:\n\ngo/);
  });

  it('answers an overflow by keeping less, as often as needed, and tells when nothing is left', async () => {
    const talk = ['one', 'two', 'three'];
    const { session, model, events } = await openTestHarness([
      summary('Small talk.'),
      ...talk.map((text) => ({ text })),
      OVERFLOW,
      { text: 'fits now' },
      { ...OVERFLOW, repeat: true },
    ]);
    for (const text of talk) await session.prompt(text);
    expect((await session.prompt('four')).text).toBe('fits now');
    expect(eventsOf(events, 'compaction_start')).toMatchObject([{ reason: 'overflow' }]);
    expect(model.requests.at(-1)?.messages.length).toBeLessThan(7);
    const failure = session.prompt('five');
    await expect(failure).rejects.toThrow(ProviderError);
    await expect(failure).rejects.toMatchObject({ hint: expect.stringContaining('no longer fits') });
  });

  it('never happens by threshold when the window is not known (C20), nor when it is off', async () => {
    const unknown = await openTestHarness([
      { text: 'x', usage: { input: 9_000_000, output: 1 }, repeat: true },
    ]);
    await unknown.session.prompt('a');
    await unknown.session.prompt('b');
    expect(eventsOf(unknown.events, 'compaction_start')).toHaveLength(0);
    const off = await openTestHarness(
      windowed(100, [{ text: 'x', usage: { input: 9000, output: 1 }, repeat: true }]),
      { compaction: { enabled: false } },
    );
    await off.session.prompt('a');
    await off.session.prompt('b');
    expect(eventsOf(off.events, 'compaction_start')).toHaveLength(0);
  });

  it('keeps an answer that is complete, however full the window was (C19)', async () => {
    const { session, model } = await openTestHarness(
      windowed(1000, [
        summary('s'),
        { text: 'the answer', usage: { input: 5000, output: 10 } },
        { text: 'next' },
      ]),
      { compaction: { reserveTokens: 100, keepRecentTokens: 100 } },
    );
    expect((await session.prompt('a')).text).toBe('the answer');
    expect(model.requests).toHaveLength(1);
    expect((await session.prompt('b')).text).toBe('next');
  });

  it('that fails by threshold is told, and the request made as it is', async () => {
    const { session, events } = await openTestHarness(
      windowed(1000, [
        { text: 'one', usage: { input: 5000, output: 10 } },
        { error: { status: 400, message: 'no summaries' }, when: { system: 'You summarise' }, repeat: true },
        { text: 'two' },
      ]),
      { compaction: { keepRecentTokens: 1 } },
    );
    await session.prompt('a');
    expect((await session.prompt('b')).text).toBe('two');
    expect(eventsOf(events, 'log')).toMatchObject([
      { level: 'warn', message: expect.stringContaining('no summaries') },
    ]);
  });

  it('can be asked for, with a model and instructions of its own', async () => {
    const { session, model } = await openTestHarness(
      [summary('Short.'), { text: 'x'.repeat(100), repeat: true }],
      {
        compaction: { keepRecentTokens: 10, instructions: 'Keep every number.' },
      },
    );
    expect(await session.compact()).toMatchObject({ compacted: false });
    await session.prompt('one');
    await session.prompt('two');
    expect(await session.compact()).toMatchObject({
      compacted: true,
      usage: { totalTokens: expect.any(Number) },
    });
    expect(model.requests.at(-1)?.systemPrompt).toContain('Keep every number.');
    await session.prompt('three');
    expect(model.requests.at(-1)?.messages[0]?.content).toContain('Short.');
  });
});

it('a conversation of 500 turns in a 32k window finishes, and its requests stay within it', async () => {
  const { session, model, events } = await openTestHarness(
    windowed(32_000, [
      summary('Earlier turns.'),
      { text: 'an answer of some length. '.repeat(40), repeat: true },
    ]),
    { builtinTools: false },
  );
  for (let turn = 0; turn < 500; turn++)
    await session.prompt(`Question ${turn}: ${'tell me more. '.repeat(20)}`);
  const sizes = model.requests.map(({ messages }) => JSON.stringify(messages).length / 4);
  expect(Math.max(...sizes)).toBeLessThan(32_000);
  expect(session.history()).toHaveLength(1000);
  const compactions = eventsOf(events, 'compaction');
  expect(compactions.length).toBeGreaterThan(3);
  for (const { messagesBefore, messagesAfter } of compactions)
    expect(messagesAfter).toBeLessThan(messagesBefore);
});

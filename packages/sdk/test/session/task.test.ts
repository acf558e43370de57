import { type ToolDef, Type } from '@flue/sdk';
import { describe, expect, it } from 'vitest';
import { eventsOf, openTestHarness } from '../harness/open-test-harness.js';

const delegate = (prompt: string, more: Record<string, unknown> = {}) => ({
  name: 'task',
  arguments: { prompt, ...more },
});

describe('task', () => {
  it('works in a session of its own and gives its answer and usage to the caller', async () => {
    const usage = { input: 10, output: 1 };
    const { session, model, events } = await openTestHarness([
      { toolCalls: [delegate('count to three')], usage, when: 'go' },
      { text: '123', usage, when: 'count to three' },
      { text: 'they said {{toolResult}}', usage },
    ]);
    const response = await session.prompt('go');
    expect(response.text).toBe('they said 123');
    expect(response.usage.input).toBe(30);
    expect(response.toolCalls).toBe(1);
    expect(model.requests[1]?.messages).toMatchObject([{ role: 'user', content: 'count to three' }]);
    expect(session.history()).toHaveLength(4);
    const [start] = eventsOf(events, 'task_start');
    const [end] = eventsOf(events, 'task');
    expect(start).toMatchObject({
      prompt: 'count to three',
      taskId: expect.stringMatching(/^task_/),
      session: 'default',
    });
    expect(end).toMatchObject({ taskId: start?.taskId, isError: false, result: '123' });
    const inner = events.filter((event) => event.session === start?.taskId);
    expect(inner.some(({ type }) => type === 'turn')).toBe(true);
    for (const event of inner)
      expect(event).toMatchObject({ parentSession: 'default', taskId: start?.taskId });
  });

  it('reads the AGENTS.md of its own folder (F22)', async () => {
    const { session, model } = await openTestHarness(['123']);
    await session.shell('mkdir -p project && echo "Always answer 123." > project/AGENTS.md');
    const { text } = await session.task('What is the answer?', { cwd: 'project' });
    expect(text).toBe('123');
    expect(model.requests[0]?.systemPrompt).toContain('Always answer 123.');
    expect(model.requests[0]?.systemPrompt).toContain('/home/user/project');
  });

  it('has the tools of the call that delegates it', async () => {
    const answer: ToolDef = {
      name: 'answer',
      description: 'x',
      parameters: Type.Object({}),
      execute: () => '42',
    };
    const { session } = await openTestHarness([
      { toolCalls: [delegate('ask')], when: 'go' },
      { toolCalls: [{ name: 'answer' }], when: 'ask' },
      { text: 'inner {{toolResult}}', when: { toolResult: '42', lastUser: 'ask' } },
      'outer {{toolResult}}',
    ]);
    expect((await session.prompt('go', { tools: [answer] })).text).toBe('outer inner 42');
  });

  it('runs beside others of the same reply', async () => {
    const { session } = await openTestHarness([
      { toolCalls: ['a', 'b', 'c'].map((name) => delegate(`do ${name}`)), when: 'go' },
      ...['a', 'b', 'c'].map((name) => ({ text: name.toUpperCase(), when: `do ${name}`, delayMs: 60 })),
      'done',
    ]);
    const begun = Date.now();
    await session.prompt('go');
    expect(Date.now() - begun).toBeLessThan(170);
    const shown = session
      .history()
      .flatMap((message) => (message.role === 'toolResult' ? message.content : []));
    expect(shown).toMatchObject([{ text: 'A' }, { text: 'B' }, { text: 'C' }]);
  });

  it('is offered four levels deep, and no deeper', async () => {
    const { session, model } = await openTestHarness([
      ...[1, 2, 3, 4].map((level) => ({
        toolCalls: [delegate(`level ${level}`)],
        when: `level ${level - 1}`,
      })),
      { text: 'bottom', when: 'level 4' },
      { text: 'up', repeat: true },
    ]);
    await session.prompt('level 0');
    const offered = model.requests.map(({ tools }) => tools.some(({ name }) => name === 'task'));
    expect(offered.slice(0, 5)).toEqual([true, true, true, true, false]);
  });

  it('that fails is an error result for the model, with the reason', async () => {
    const { session, events } = await openTestHarness([
      { toolCalls: [delegate('break')], when: 'go' },
      { error: { status: 500, message: 'inner failure' }, when: 'break' },
      'noted',
    ]);
    expect((await session.prompt('go')).text).toBe('noted');
    expect(eventsOf(events, 'tool_call').find(({ toolName }) => toolName === 'task')).toMatchObject({
      isError: true,
      outcome: 'threw',
    });
    expect(eventsOf(events, 'task')).toMatchObject([
      { isError: true, result: expect.stringContaining('inner failure') },
    ]);
  });

  it('ends with the call that delegated it', async () => {
    const { session, events } = await openTestHarness([
      { toolCalls: [delegate('wait')], when: 'go' },
      { text: 'never', when: 'wait', delayMs: 60_000 },
    ]);
    const call = session.prompt('go');
    setTimeout(() => call.abort('stop'), 50);
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    expect(eventsOf(events, 'operation').filter(({ isError }) => isError)).toHaveLength(2);
  });

  it('says when its folder does not exist', async () => {
    const { session } = await openTestHarness(['x']);
    await expect(session.task('go', { cwd: 'nowhere' })).rejects.toThrow(/"nowhere" is not a directory/);
  });
});

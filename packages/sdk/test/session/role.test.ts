import { init } from '@flue/sdk';
import { scriptedModel } from '@flue/sdk/testing';
import { describe, expect, it } from 'vitest';
import { eventsOf, openTestHarness } from '../harness/open-test-harness.js';

const roles = {
  critic: { instructions: 'Find what is wrong.' },
  poet: { description: 'Writes verse', instructions: 'Answer in verse.', thinkingLevel: 'high' as const },
};

describe('roles', () => {
  it('are part of the system prompt of their call, and not of the conversation', async () => {
    const { session, model } = await openTestHarness(['a', 'b'], { roles });
    await session.prompt('go', { role: 'critic' });
    await session.prompt('go');
    expect(model.requests[0]?.systemPrompt).toContain('Find what is wrong.');
    expect(model.requests[1]?.systemPrompt).not.toContain('Find what is wrong.');
    expect(JSON.stringify(session.history())).not.toContain('Find what is wrong.');
  });

  it('of the call come before those of the session, and those before the harness', async () => {
    const { harness, model } = await openTestHarness([{ text: 'x', repeat: true }], {
      roles,
      role: 'critic',
    });
    const poet = await harness.session('p', { role: 'poet' });
    await (await harness.session('c')).prompt('go');
    await poet.prompt('go');
    await poet.prompt('go', { role: 'critic' });
    const shown = model.requests.map(({ systemPrompt }) => /# Your role: (\w+)/.exec(systemPrompt)?.[1]);
    expect(shown).toEqual(['critic', 'poet', 'critic']);
  });

  it('bring their model and thinking level, unless the call names its own', async () => {
    const of = (id: string) => scriptedModel([{ text: id, repeat: true }], { id });
    const { session, model } = await openTestHarness([{ text: 'harness', repeat: true }], {
      roles,
      thinkingLevel: 'low',
    });
    await session.prompt('go', { role: 'poet' });
    await session.prompt('go', { role: 'poet', thinkingLevel: 'off' });
    await session.prompt('go');
    expect(model.requests.map(({ thinkingLevel }) => thinkingLevel)).toEqual(['high', 'off', 'low']);
    const response = await session.prompt('go', { role: 'poet', model: of('call') });
    expect(response.text).toBe('call');
  });

  it('that do not exist are an error that lists those that do', async () => {
    const { session, harness } = await openTestHarness(['x'], { roles });
    await expect(session.prompt('go', { role: 'crtic' })).rejects.toMatchObject({
      hint: 'Known are critic, poet.',
    });
    await expect(harness.session('x', { role: 'constructor' })).rejects.toThrow(/no role "constructor"/);
    await expect(init({ model: scriptedModel([]), role: 'x' })).rejects.toMatchObject({
      hint: expect.stringContaining('No roles'),
    });
    await expect(init({ model: scriptedModel([]), roles: { x: {} as never } })).rejects.toThrow(
      /no instructions/,
    );
  });

  it('go along with a task', async () => {
    const { session, model } = await openTestHarness(
      [
        { toolCalls: [{ name: 'task', arguments: { prompt: 'inner' } }], when: 'outer' },
        { text: 'x', repeat: true },
      ],
      { roles },
    );
    await session.prompt('outer', { role: 'poet' });
    expect(model.requests[1]?.messages[0]).toMatchObject({ content: 'inner' });
    expect(model.requests[1]).toMatchObject({
      thinkingLevel: 'high',
      systemPrompt: expect.stringContaining('Answer in verse.'),
    });
  });
});

describe('a role that the model gives to a task', () => {
  it('is listed for it, and brings its instructions and level', async () => {
    const { session, model, events } = await openTestHarness(
      [
        {
          toolCalls: [
            { name: 'task', id: 'c1', arguments: { prompt: 'inner', role: 'poet', description: 'a poem' } },
          ],
          when: 'outer',
        },
        { text: 'x', repeat: true },
      ],
      { roles },
    );
    await session.prompt('outer');
    expect(model.requests[0]?.systemPrompt).toContain('# Roles for tasks\n\n- critic\n- poet: Writes verse');
    expect(model.requests[1]).toMatchObject({
      thinkingLevel: 'high',
      systemPrompt: expect.stringContaining('Answer in verse.'),
    });
    expect(eventsOf(events, 'task_start')).toMatchObject([
      { role: 'poet', description: 'a poem', toolCallId: 'c1' },
    ]);
  });

  it('must exist; the model is told which do', async () => {
    const { session, model } = await openTestHarness(
      [{ toolCalls: [{ name: 'task', arguments: { prompt: 'inner', role: 'nobody' } }] }, 'done'],
      { roles },
    );
    await session.prompt('outer');
    expect(JSON.stringify(model.requests[1]?.messages.at(-1))).toContain('Known are critic, poet.');
  });
});

describe('instructions', () => {
  it('are added, or stand in place of the preamble (E7)', async () => {
    const added = await openTestHarness(['x'], { instructions: 'Speak French.' });
    await added.session.prompt('go');
    expect(added.model.requests[0]?.systemPrompt).toMatch(/^You are an agent[\s\S]*Speak French\.$/);
    const replaced = await openTestHarness(['x'], { instructions: { replace: 'You are a cat.' } });
    await replaced.session.prompt('go');
    expect(replaced.model.requests[0]?.systemPrompt).toMatch(/^You are a cat\.\n\nWorking directory/);
  });
});

describe('per-call settings', () => {
  it('temperature, maxTokens and headers reach the request', async () => {
    const { session, model } = await openTestHarness(['x', 'y'], {
      temperature: 1,
      headers: { a: '1', b: '1' },
    });
    await session.prompt('go', { temperature: 0, maxTokens: 5, headers: { b: '2' } });
    await session.prompt('go');
    expect(model.requests[0]).toMatchObject({ temperature: 0, maxTokens: 5, headers: { a: '1', b: '2' } });
    expect(model.requests[1]).toMatchObject({ temperature: 1, headers: { a: '1', b: '1' } });
    await expect(session.prompt('go', { temperature: 9 })).rejects.toThrow(
      /prompt\(\{ temperature \}\) is 9/,
    );
  });
});

describe('images (C20)', () => {
  const image = { type: 'image' as const, data: 'aGk=', mimeType: 'image/png' };

  it('are shown with the text to a model that takes them', async () => {
    const { session, model } = await openTestHarness({
      replies: ['a cat'],
      model: { input: ['text', 'image'] },
    });
    await session.prompt('What is this?', { images: [image] });
    expect(model.requests[0]?.messages[0]?.content).toEqual([{ type: 'text', text: 'What is this?' }, image]);
  });

  it('for a model that takes text only are an error, before anything is asked', async () => {
    const { session, model } = await openTestHarness(['x']);
    await expect(session.prompt('look', { images: [image] })).rejects.toThrow(/takes text only/);
    await expect(session.prompt('look', { images: [{ ...image, data: 1 } as never] })).rejects.toThrow(
      /images \}\)\[0\] is not/,
    );
    expect(model.requests).toHaveLength(0);
  });
});

import { AbortError, type FlueContext, type FlueHarness, init, OptionError, runAgent } from '@flue/sdk';
import { scriptedModel } from '@flue/sdk/testing';
import { describe, expect, it } from 'vitest';

const model = scriptedModel([{ text: 'hello', repeat: true }]);

describe('runAgent', () => {
  it('gives the handler its context and resolves to what it returns', async () => {
    const run = runAgent(
      async ({ init, payload, env, id, runId, req, log }: FlueContext<{ name: string }>) => {
        log.info('begun', { step: 1 });
        const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
        const { text } = await (await harness.session()).prompt(`Greet ${payload.name}.`);
        return { text, id, runId, secret: env.SECRET, req: req === undefined, harness: harness.id };
      },
      { name: 'greeter', id: 'i-1', payload: { name: 'Ada' }, env: { SECRET: 's' }, model },
    );
    const types: string[] = [];
    for await (const event of run) types.push(event.type);
    const { result, runId, id } = await run;
    expect(result).toEqual({ text: 'hello', id: 'i-1', runId, secret: 's', req: true, harness: 'i-1' });
    expect({ runId, id }).toEqual({ runId: run.runId, id: 'i-1' });
    expect(types[0]).toBe('run_start');
    expect(types).toContain('log');
    expect(types.at(-1)).toBe('run_end');
  });

  it('makes a fresh id for each run that names none', async () => {
    const ids = await Promise.all([1, 2].map(async () => (await runAgent(() => null, { name: 'x' })).id));
    expect(new Set(ids).size).toBe(2);
  });

  it.each<[unknown, unknown]>([
    [undefined, null],
    [null, null],
    ['text', 'text'],
    [{ at: new Date(0), gone: undefined }, { at: '1970-01-01T00:00:00.000Z' }],
  ])('turns %j into the JSON value %j', async (returned, result) => {
    expect((await runAgent(() => returned, { name: 'x' })).result).toEqual(result);
  });

  it.each<[string, () => unknown]>([
    ['a BigInt', () => 1n],
    ['a function', () => () => 1],
    [
      'a cycle',
      () => {
        const it: Record<string, unknown> = {};
        it.it = it;
        return it;
      },
    ],
  ])('refuses %s as a result', async (_what, handler) => {
    await expect(runAgent(handler, { name: 'x' })).rejects.toThrow(/not JSON/);
  });

  it('rejects with what the handler threw, after run_end and with its harnesses closed', async () => {
    const events: string[] = [];
    let session: { prompt(text: string): Promise<unknown> } | undefined;
    const boom = new Error('boom');
    const run = runAgent(
      async ({ init }) => {
        session = await (await init({ model })).session();
        throw boom;
      },
      { name: 'x', onEvent: ({ type }) => void events.push(type) },
    );
    await expect(run).rejects.toBe(boom);
    expect(events.at(-1)).toBe('run_end');
    await expect(session?.prompt('hi')).rejects.toThrow(/was closed/);
  });

  it('aborts the calls of the run, and settles though the handler does not', async () => {
    const slow = scriptedModel([{ text: 'slow', delayMs: 60_000 }]);
    const run = runAgent(async ({ init }) => (await (await init({ model: slow })).session()).prompt('go'), {
      name: 'x',
    });
    setTimeout(() => run.abort('stop'), 30);
    await expect(run).rejects.toMatchObject({ name: 'AbortError', cause: 'stop' });
    const deaf = runAgent(() => new Promise(() => {}), { name: 'x' });
    setTimeout(() => deaf.abort(), 10);
    await expect(deaf).rejects.toThrow(AbortError);
  });

  it('uses the model of the run for every call, whatever the agent names', async () => {
    const asked = scriptedModel(['a', 'b']);
    await runAgent(
      async ({ init }) => {
        const session = await (await init({ model: 'openai/gpt-5' })).session();
        await session.prompt('one');
        await session.prompt('two', { model: 'anthropic/claude-sonnet-4-6' });
      },
      { name: 'x', model: asked },
    );
    expect(asked.requests).toHaveLength(2);
  });

  it('is what an imported init belongs to as well: its model, its events, its end', async () => {
    const asked = scriptedModel(['a']);
    const types: string[] = [];
    let outside: FlueHarness | undefined;
    await runAgent(
      async () => {
        await null;
        outside = await init({ model: 'openai/gpt-5' });
        await (await outside.session()).prompt('one');
      },
      { name: 'x', model: asked, onEvent: ({ type }) => void types.push(type) },
    );
    expect(asked.requests).toHaveLength(1);
    expect(types).toContain('turn');
    await expect(outside?.session('y')).rejects.toThrow(/was closed/);
  });

  it('refuses what is no handler, name or id', () => {
    expect(() => runAgent('x' as never, { name: 'x' })).toThrow(OptionError);
    expect(() => runAgent(() => 1, { name: '' })).toThrow(/name/);
    expect(() => runAgent(() => 1, { name: 'x', id: 'a\u0001' })).toThrow(/control character/);
  });
});

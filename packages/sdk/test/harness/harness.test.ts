import { inspect } from 'node:util';
import {
  type FlueEvent,
  init,
  OptionError,
  SessionBusyError,
  SessionExistsError,
  SessionNotFoundError,
  type ToolDef,
  Type,
} from '@flue/sdk';
import { scriptedModel } from '@flue/sdk/testing';
import { describe, expect, it } from 'vitest';
import { openTestHarness } from './open-test-harness.js';

const model = scriptedModel([{ text: 'ok', repeat: true }]);
const named = (name: string): ToolDef => ({
  name,
  description: name,
  parameters: Type.Object({}),
  execute: () => name,
});

describe('init', () => {
  it.each<[string, Record<string, unknown>, RegExp]>([
    ['no model', {}, /has no model/],
    ['an option that does not exist', { model, modle: 1 }, /no option "modle"/],
    ['a sandbox that is none', { model, sandbox: 'docker' }, /"docker", which is not a sandbox/],
    ['a temperature out of range', { model, temperature: 3 }, /from 0 to 2/],
    ['no turns', { model, maxTurns: 0 }, /whole number from 1/],
    ['a built-in tool that does not exist', { model, builtinTools: ['read', 'ls'] }, /no built-in tool "ls"/],
    ['tools that are no list', { model, tools: {} }, /not an array/],
    [
      'a tool without execute',
      { model, tools: [{ name: 'x', description: '', parameters: {} }] },
      /init\(\{ tools \}\)\[0\] is not a tool: execute/,
    ],
    ['a name with a control character', { model, name: 'a\u0000b' }, /control character/],
    ['an id that is too long', { model, id: 'x'.repeat(257) }, /more than 256/],
    ['a store of the wrong kind', { model, persist: { save() {}, load() {} } }, /not a session store/],
    ['a level that does not exist', { model, thinkingLevel: 'max' }, /accepted are off/],
  ])('refuses %s', async (_what, options, message) => {
    await expect(init(options as never)).rejects.toThrow(message);
    await expect(init(options as never)).rejects.toThrow(OptionError);
  });

  it.each<[string, ToolDef[], RegExp]>([
    ['a built-in', [named('read')], /built-in tool "read"/],
    ['a built-in but for its case', [named('Bash')], /built-in tool "bash"/],
    ['a reserved name', [named('shell')], /keeps for itself/],
    ['a reserved name but for its case', [named('Give_Up')], /keeps for itself/],
    [
      'another of the list',
      [named('x'), named('y'), named('X')],
      /\[2\].*clashes with "x" of init\(\{ tools \}\)\[0\]/,
    ],
  ])('refuses a tool that takes the name of %s', async (_what, tools, message) => {
    await expect(init({ model, tools })).rejects.toThrow(message);
  });

  it.each(['', '1x', 'a b', 'naïve', 'x'.repeat(65), 'a.b'])('refuses the tool name %j', async (name) => {
    await expect(init({ model, tools: [named(name)] })).rejects.toThrow(/is not a tool name/);
  });

  it('frees the name of a built-in that is switched off', async () => {
    const { session, model: asked } = await openTestHarness(['x'], {
      builtinTools: ['grep'],
      tools: [named('read')],
    });
    await session.prompt('go');
    expect(asked.requests[0]?.tools.map(({ name }) => name)).toEqual(['grep', 'read']);
  });

  it('offers exactly the built-ins that were chosen, in their order, then custom ones (C13)', async () => {
    const tools = async (builtinTools: never) => {
      const { session, model: asked } = await openTestHarness(['x'], {
        builtinTools,
        tools: [named('mine')],
      });
      await session.prompt('go', { tools: [named('also')] });
      return asked.requests[0]?.tools.map(({ name }) => name);
    };
    expect(await tools(['grep', 'read'] as never)).toEqual(['read', 'grep', 'mine', 'also']);
    expect(await tools([] as never)).toEqual(['mine', 'also']);
    expect(await tools(false as never)).toEqual(['mine', 'also']);
    expect(await tools(true as never)).toEqual([
      'read',
      'write',
      'edit',
      'bash',
      'grep',
      'glob',
      'task',
      'mine',
      'also',
    ]);
  });
});

describe('sessions of a harness', () => {
  it('are one object per name, also when asked for at once (E1)', async () => {
    const { harness } = await openTestHarness(['x']);
    const [a, b] = await Promise.all([harness.session('x'), harness.session('x')]);
    expect(a).toBe(b);
    expect(await harness.session('x')).toBe(a);
    expect(await harness.session('y')).not.toBe(a);
  });

  it('get, create and delete say what is wrong', async () => {
    const { harness } = await openTestHarness(['x']);
    await expect(harness.sessions.get('x')).rejects.toThrow(SessionNotFoundError);
    const created = await harness.sessions.create('x');
    expect(created.id).toBe('x');
    expect(await harness.sessions.get('x')).toBe(created);
    await expect(harness.sessions.create('x')).rejects.toThrow(SessionExistsError);
    await harness.sessions.delete('x');
    await harness.sessions.delete('x');
    await expect(created.prompt('hi')).rejects.toThrow(/was deleted/);
    await expect(harness.sessions.get('x')).rejects.toThrow(SessionNotFoundError);
    expect(await harness.sessions.create('x')).not.toBe(created);
  });

  it('cannot be deleted while a call runs (E9)', async () => {
    const { harness, session } = await openTestHarness([{ text: 'slow', delayMs: 30 }]);
    const call = session.prompt('go');
    await expect(session.delete()).rejects.toThrow(SessionBusyError);
    await expect(harness.sessions.delete()).rejects.toThrow(SessionBusyError);
    expect((await call).text).toBe('slow');
  });

  it.each(['', 'a\nb', 'x'.repeat(300), '\ud800'])('refuses the name %j', async (name) => {
    const { harness } = await openTestHarness(['x']);
    await expect(harness.session(name)).rejects.toThrow(OptionError);
  });

  it('take names of any other kind, each its own session', async () => {
    const { harness } = await openTestHarness(['x']);
    const names = ['owner/repo#12', 'a%2Fb', 'a/b', '日本', ' ', '__proto__', 'constructor'];
    const sessions = await Promise.all(names.map((name) => harness.session(name)));
    expect(new Set(sessions).size).toBe(names.length);
    expect(sessions.map(({ name }) => name)).toEqual(names);
  });
});

describe('a harness', () => {
  it('shares its sandbox and files among its sessions, without recording them', async () => {
    const { harness, session } = await openTestHarness(['x']);
    await harness.fs.writeFile('notes/a.txt', 'hello');
    expect((await harness.shell('cat notes/a.txt')).stdout).toBe('hello');
    expect(await session.fs.readFile('notes/a.txt')).toBe('hello');
    expect(session.history()).toEqual([]);
  });

  it('works in the directory that cwd names', async () => {
    const { harness, model: asked, session } = await openTestHarness(['x'], { cwd: 'work' });
    await harness.fs.writeFile('AGENTS.md', 'Be brief.');
    await session.prompt('go');
    expect((await harness.shell('pwd')).stdout).toBe('/home/user/work\n');
    expect(asked.requests[0]?.systemPrompt).toContain('Be brief.');
  });

  it('shows AGENTS.md and CLAUDE.md to the model, one that repeats the other once', async () => {
    const { harness, session, model: asked } = await openTestHarness(['x', 'y']);
    await harness.fs.writeFile('AGENTS.md', 'Rule one.');
    await harness.fs.writeFile('CLAUDE.md', 'Rule two.');
    await session.prompt('go');
    await harness.fs.writeFile('CLAUDE.md', 'Rule one.');
    await session.prompt('go');
    expect(asked.requests[0]?.systemPrompt).toMatch(/Rule one\.[\s\S]*Rule two\./);
    expect(asked.requests[1]?.systemPrompt.match(/Rule one\./g)).toHaveLength(1);
  });

  it('aborts what runs when it is closed, and refuses everything afterwards', async () => {
    const { harness, session } = await openTestHarness([{ text: 'slow', delayMs: 5000 }]);
    const call = session.prompt('go');
    await Promise.all([
      expect(call).rejects.toMatchObject({ name: 'AbortError' }),
      harness.close(),
      harness.close(),
    ]);
    await expect(session.prompt('go')).rejects.toThrow(SessionNotFoundError);
    await expect(harness.session('new')).rejects.toThrow(/was closed/);
    await expect(harness.shell('true')).rejects.toThrow(/was closed/);
  });

  it('closes at the end of an await using block', async () => {
    const events: FlueEvent[] = [];
    let outside: { session(): Promise<unknown> } | undefined;
    {
      await using harness = await init({ model, onEvent: (event) => void events.push(event) });
      outside = harness;
      await (await harness.session()).prompt('go');
    }
    await expect(outside?.session()).rejects.toThrow(/was closed/);
    expect(events.at(-1)?.type).toBe('idle');
  });

  it('and its sessions show nothing but their names when they are logged (S11)', async () => {
    const { harness, session } = await openTestHarness(['x'], { headers: { authorization: 'canary-91c2' } });
    for (const shown of [inspect(harness), inspect(session), JSON.stringify({ harness, session })]) {
      expect(shown).not.toContain('canary-91c2');
    }
    expect(inspect(session)).toBe('Session "local/default/default/default"');
  });
});

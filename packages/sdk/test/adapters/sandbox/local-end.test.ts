import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it, vi } from 'vitest';
import { openRoom, processesWith, uniqueSeconds } from './local-room.js';

const linux = process.platform === 'linux';

/** Command lines that are hard to end; `s` and `t` are arguments of `sleep` to look for. */
const stubborn: Record<string, (s: string, t: string) => string> = {
  'B12 a pipeline and a background process': (s, t) => `sleep ${s} | cat & sleep ${t}`,
  'a shell that ignores TERM': (s, t) => `trap '' TERM; sleep ${s} & while :; do sleep ${t}; done`,
  'a shell that goes on after TERM': (s, t) => `trap 'sleep ${t}' TERM; sleep ${s} & wait; wait; sleep ${t}`,
  'children with process groups of their own': (s, t) => `set -m; sleep ${s} & sleep ${t}`,
  'a child that left the pipes': (s, t) => `nohup sleep ${s} >/dev/null 2>&1 & sleep ${t}`,
  ...(linux && {
    'a child with a session of its own': (s: string, t: string) => `setsid sleep ${s} & sleep ${t}`,
    'a daemon whose parent is gone': (s: string, t: string) =>
      `(setsid sh -c 'sleep ${s} & exit' &) ; sleep ${t}`,
    'a child with a session and no environment': (s: string, t: string) =>
      `setsid env -i sleep ${s} & sleep ${t}`,
  }),
};

describe.concurrent('a timeout', () => {
  it.for(Object.entries(stubborn))('S03 ends %s', async ([, line], { expect, onTestFinished }) => {
    const { sandbox } = await openRoom({}, onTestFinished);
    const [s, t] = [uniqueSeconds(), uniqueSeconds()];
    const result = await sandbox.exec(`echo partial; ${line(s, t)}`, { timeout: 1 });
    expect(result).toMatchObject({ stdout: 'partial\n', exitCode: 124 });
    expect([...(await processesWith(s)), ...(await processesWith(t))]).toEqual([]);
  });

  it('keeps the partial output of both streams and the sandbox usable', async ({
    expect,
    onTestFinished,
  }) => {
    const { sandbox } = await openRoom({ timeout: 0.5 }, onTestFinished);
    const result = await sandbox.exec(`printf out; printf err >&2; sleep ${uniqueSeconds()}`);
    expect(result).toEqual({ stdout: 'out', stderr: 'err', exitCode: 124 });
    expect(await sandbox.exec('echo ok', { timeout: 1e9 })).toMatchObject({ stdout: 'ok\n', exitCode: 0 });
  });

  it('must be a number of seconds above 0', async ({ expect, onTestFinished }) => {
    const { sandbox } = await openRoom({}, onTestFinished);
    for (const timeout of [0, -1, Number.NaN]) {
      await expect(sandbox.exec('true', { timeout })).rejects.toMatchObject({ name: 'OptionError' });
    }
  });
});

describe.concurrent('an abort', () => {
  it.for(Object.entries(stubborn))(
    'S03 ends %s within a second',
    async ([, line], { expect, onTestFinished }) => {
      const { sandbox } = await openRoom({}, onTestFinished);
      const [s, t] = [uniqueSeconds(), uniqueSeconds()];
      const controller = new AbortController();
      const handle = sandbox.exec(line(s, t), { signal: controller.signal });
      await vi.waitFor(async () => expect(await processesWith(t)).not.toEqual([]), { timeout: 5000 });
      const began = performance.now();
      controller.abort(new Error('enough'));
      await expect(handle).rejects.toMatchObject({ name: 'AbortError', cause: { message: 'enough' } });
      expect(performance.now() - began).toBeLessThan(2000);
      expect([...(await processesWith(s)), ...(await processesWith(t))]).toEqual([]);
    },
  );

  it('S04 is followed by nothing that the command would have done', async ({ expect, onTestFinished }) => {
    const { sandbox, inside } = await openRoom({}, onTestFinished);
    const controller = new AbortController();
    const handle = sandbox.exec(
      `trap '' TERM; (sleep 1.5; touch M1) & (trap 'sleep 1; touch M2' TERM; sleep 2; touch M3) & touch started; sleep 2; touch M4`,
      { signal: controller.signal },
    );
    await vi.waitFor(() => expect(existsSync(join(inside, 'started'))).toBe(true), { timeout: 5000 });
    controller.abort();
    await expect(handle).rejects.toMatchObject({ name: 'AbortError' });
    await sleep(3000);
    expect(await sandbox.readdir('.')).toEqual(['started']);
  });

  it('before the start runs nothing', async ({ expect, onTestFinished }) => {
    const { sandbox } = await openRoom({}, onTestFinished);
    const handle = sandbox.exec('touch M', { signal: AbortSignal.abort('no') });
    await expect(handle).rejects.toMatchObject({ name: 'AbortError', cause: 'no' });
    expect(await sandbox.readdir('.')).toEqual([]);
  });

  it('after the end changes nothing and leaves no listener behind', async ({ expect, onTestFinished }) => {
    const { sandbox } = await openRoom({}, onTestFinished);
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, 'addEventListener');
    const removed = vi.spyOn(controller.signal, 'removeEventListener');
    const result = await sandbox.exec('echo ok', { signal: controller.signal });
    controller.abort();
    expect(result.stdout).toBe('ok\n');
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length);
  });
});

describe.concurrent('dispose', () => {
  it('S03 ends running commands and what earlier ones left behind', async ({ expect, onTestFinished }) => {
    const { sandbox } = await openRoom({}, onTestFinished);
    const [left, daemon, running] = [uniqueSeconds(), uniqueSeconds(), uniqueSeconds()];
    await sandbox.exec(`sleep ${left} &`);
    if (linux) await sandbox.exec(`setsid sleep ${daemon} >/dev/null 2>&1 &`);
    const handle = sandbox.exec(`sleep ${running}`);
    await vi.waitFor(async () => expect(await processesWith(running)).not.toEqual([]), { timeout: 5000 });
    expect(await processesWith(left)).not.toEqual([]);
    await Promise.all([sandbox.dispose(), sandbox.dispose()]);
    await expect(handle).rejects.toMatchObject({ name: 'SandboxError' });
    for (const seconds of [left, daemon, running]) expect(await processesWith(seconds)).toEqual([]);
  });

  it('makes every later call fail, on every view', async ({ expect, onTestFinished }) => {
    const { sandbox } = await openRoom({}, onTestFinished);
    const view = sandbox.at('sub');
    await view.dispose();
    for (const one of [sandbox, view]) {
      await expect(one.exec('true')).rejects.toMatchObject({ name: 'SandboxError' });
      await expect(one.readFile('x')).rejects.toMatchObject({ name: 'SandboxError' });
      await expect(one.writeFile('x', '')).rejects.toMatchObject({ name: 'SandboxError' });
      expect(() => one.at('.')).toThrow('disposed');
      await one.dispose();
    }
  });

  it('leaves commands of other sandboxes alone', async ({ expect, onTestFinished }) => {
    const one = await openRoom({}, onTestFinished);
    const other = await openRoom({}, onTestFinished);
    const seconds = uniqueSeconds();
    await one.sandbox.exec('true & true');
    await other.sandbox.exec(`sleep ${seconds} &`);
    await one.sandbox.dispose();
    expect(await processesWith(seconds)).not.toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { sandboxFromSessionEnv } from '../../../src/adapters/sandbox/session-env.js';
import { createVirtualSandbox } from '../../../src/adapters/sandbox/virtual.js';
import type { SessionEnv } from '../../../src/ports/session-env.js';
import { sandboxContract } from '../../../src/testing/sandbox-contract.js';

sandboxContract({
  name: 'session env',
  test: { describe, it },
  open: async () => ({ sandbox: sandboxFromSessionEnv(createVirtualSandbox()) }),
  abilities: { links: false },
});

/** An environment that answers as some remote API would. */
function remote(answers: Partial<SessionEnv>): SessionEnv {
  return { ...createVirtualSandbox(), ...answers };
}

describe('a sandbox over a remote environment', () => {
  it('starts in the directory of the environment, or in one relative to it', () => {
    expect(sandboxFromSessionEnv(remote({ cwd: '/workspace' })).cwd).toBe('/workspace');
    expect(sandboxFromSessionEnv(remote({ cwd: '/workspace' }), { cwd: 'app' }).cwd).toBe('/workspace/app');
    expect(sandboxFromSessionEnv(remote({ cwd: '/workspace' }), { cwd: '/srv' }).cwd).toBe('/srv');
  });

  it('says that the sandbox failed when the connection did', async () => {
    const down = () => Promise.reject(new Error('socket hang up'));
    const sandbox = sandboxFromSessionEnv(remote({ exec: down, readFile: down, stat: down, exists: down }));

    await expect(sandbox.exec('true')).rejects.toMatchObject({
      code: 'sandbox_failed',
      message: /socket hang up/,
    });
    await expect(sandbox.readFile('f')).rejects.toMatchObject({ code: 'sandbox_failed' });
    expect(await sandbox.exists('f')).toBe(false);
  });

  it('settles although the environment knows neither timeout nor abort', async () => {
    const env = remote({ exec: () => new Promise(() => {}) });
    const sandbox = sandboxFromSessionEnv(env);

    expect(await sandbox.exec('sleep 60', { timeout: 0.01 })).toMatchObject({ exitCode: 124 });
    await expect(sandbox.exec('sleep 60', { signal: AbortSignal.timeout(10) })).rejects.toThrow('aborted');
  });

  it('hands on directory, variables, timeout and signal', async () => {
    const seen: unknown[] = [];
    const env = remote({
      exec: async (command, options) => {
        seen.push(
          command,
          options?.cwd,
          options?.env,
          options?.timeout,
          options?.signal instanceof AbortSignal,
        );
        return { stdout: '', stderr: '', exitCode: 0 };
      },
    });
    await sandboxFromSessionEnv(env).exec(
      { command: 'ls', args: ["it's"] },
      { cwd: 'sub', env: { A: '1' }, timeout: 5 },
    );

    expect(seen).toEqual([`'ls' 'it'\\''s'`, '/home/user/sub', { A: '1' }, 5, true]);
  });

  it('looks at no more than 16 entries of a listing at a time, and gives links their type', async () => {
    let now = 0;
    let most = 0;
    const names = Array.from({ length: 100 }, (_, i) => `f${i}`);
    const sandbox = sandboxFromSessionEnv(
      remote({
        readdir: async () => [...names, 'gone'],
        stat: async (path) => {
          most = Math.max(most, ++now);
          await new Promise((resolve) => setTimeout(resolve, 1));
          now--;
          if (path.endsWith('/gone')) throw new Error('No such file or directory');
          const isSymbolicLink = path.endsWith('/f7');
          return { isFile: true, isDirectory: false, isSymbolicLink, size: 0, mtime: new Date() };
        },
      }),
    );
    const entries = await sandbox.readdirWithTypes('.');

    expect(most).toBe(16);
    expect(entries.map(({ name }) => name)).toEqual([...names, 'gone'].sort());
    expect(entries.filter(({ type }) => type !== 'file')).toEqual([
      { name: 'f7', type: 'symlink' },
      { name: 'gone', type: 'other' },
    ]);
  });

  it('makes parents only for a write that fails without them', async () => {
    const calls: string[] = [];
    let hasParent = false;
    const sandbox = sandboxFromSessionEnv(
      remote({
        cwd: '/w',
        writeFile: async (path) => {
          calls.push(`write ${path}`);
          if (!hasParent) throw new Error('ENOENT: no such file or directory');
        },
        mkdir: async (path) => {
          calls.push(`mkdir ${path}`);
          hasParent = true;
        },
      }),
    );
    await sandbox.writeFile('a/b/c', 'x');
    await sandbox.writeFile('a/b/d', 'x');

    expect(calls).toEqual(['write /w/a/b/c', 'mkdir /w/a/b', 'write /w/a/b/c', 'write /w/a/b/d']);
  });
});

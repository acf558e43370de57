import { Bash, InMemoryFs, MountableFs } from 'just-bash';
import { describe, expect, it } from 'vitest';
import { sandboxFromBashLike } from '../../../src/adapters/sandbox/bash-factory.js';
import type { BashLike } from '../../../src/ports/session-env.js';
import { sandboxContract } from '../../../src/testing/sandbox-contract.js';

sandboxContract({
  name: 'bash factory',
  test: { describe, it },
  open: async () => ({ sandbox: sandboxFromBashLike(new Bash()) }),
  abilities: { keepsOutput: false },
});

describe('a sandbox over a shell of the script', () => {
  it('is the shell as it was made: its files, variables, commands and directory', async () => {
    const greet = {
      name: 'greet',
      execute: async (args: string[]) => ({ stdout: `hello ${args[0]}\n`, stderr: '', exitCode: 0 }),
    };
    const bash = new Bash({
      files: { '/app/f': 'mine\n' },
      cwd: '/app',
      env: { WHO: 'you' },
      customCommands: [greet],
    });
    const sandbox = sandboxFromBashLike(bash);

    expect(sandbox.cwd).toBe('/app');
    expect((await sandbox.exec('cat f; greet "$WHO"')).stdout).toBe('mine\nhello you\n');
    expect(sandboxFromBashLike(bash, { cwd: 'sub' }).cwd).toBe('/app/sub');
    expect(sandbox.capabilities).toEqual({ snapshot: false, isolated: false, network: true });
  });

  it('works on mounted file systems', async () => {
    const fs = new MountableFs({
      base: new InMemoryFs(),
      mounts: [{ mountPoint: '/data', filesystem: new InMemoryFs({ '/x': 'mounted' }) }],
    });
    const sandbox = sandboxFromBashLike(new Bash({ fs, cwd: '/' }));
    await sandbox.writeFile('/data/new/y', 'z');

    expect(await sandbox.readdir('/data')).toEqual(['new', 'x']);
    expect((await sandbox.exec('cat /data/x /data/new/y')).stdout).toBe('mountedz');
  });

  it('needs no more of a file system than BashLike says', async () => {
    const bash = new Bash();
    const { readFile, readFileBuffer, writeFile, stat, readdir, exists, mkdir, rm, resolvePath } = bash.fs;
    const methods = { readFile, readFileBuffer, writeFile, stat, readdir, exists, mkdir, rm, resolvePath };
    const fs = Object.fromEntries(
      Object.entries(methods).map(([name, method]) => [name, (method as () => unknown).bind(bash.fs)]),
    ) as unknown as BashLike['fs'];
    const sandbox = sandboxFromBashLike({
      exec: (line, options) => bash.exec(line, options),
      getCwd: () => '/home/user',
      fs,
    });
    await sandbox.writeFile('d/f', 'x');

    expect(await sandbox.readdirWithTypes('.')).toEqual([{ name: 'd', type: 'directory' }]);
    expect(await sandbox.stat('d/f')).toMatchObject({ isFile: true, isSymbolicLink: false, size: 1 });
    expect((await sandbox.exec('cat d/f')).stdout).toBe('x');
  });

  it('a shell that fails as a whole is a failure of the sandbox', async () => {
    const bash = new Bash();
    bash.exec = () => Promise.reject(new Error('EROFS: read-only file system'));

    await expect(sandboxFromBashLike(bash).exec('echo x > f')).rejects.toMatchObject({
      code: 'sandbox_failed',
      message: expect.stringContaining('EROFS'),
    });
  });
});

import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLocalSandbox, local } from '../../../src/adapters/sandbox/local.js';
import { openRoom } from './local-room.js';

describe('local()', () => {
  it('C11 opens a directory relative to the process, or to its own', async () => {
    const { inside } = await openRoom();
    await mkdir(join(inside, 'sub/deep'), { recursive: true });
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue(inside);
    onTestFinished(() => cwd.mockRestore());
    const opened = async (provider: ReturnType<typeof local>, at?: string) => {
      const sandbox = await provider.open({ id: 'x', cwd: at });
      onTestFinished(() => sandbox.dispose());
      expect((await sandbox.exec('pwd')).stdout).toBe(`${sandbox.cwd}\n`);
      return sandbox.cwd;
    };
    expect(await opened(local())).toBe(inside);
    expect(await opened(local(), 'sub')).toBe(join(inside, 'sub'));
    expect(await opened(local({ cwd: 'sub' }), 'deep')).toBe(join(inside, 'sub/deep'));
    expect(await opened(local({ cwd: join(inside, 'sub') }), '..')).toBe(inside);
  });

  it('takes roots relative to its own directory', async () => {
    const { inside } = await openRoom();
    await mkdir(join(inside, 'a'));
    await mkdir(join(inside, 'b'));
    const sandbox = await local({ cwd: inside, roots: ['b'] }).open({ id: 'x', cwd: 'a' });
    onTestFinished(() => sandbox.dispose());
    await sandbox.writeFile('../b/f', 'x');
    expect(await sandbox.readFile(join(inside, 'b/f'))).toBe('x');
    await expect(sandbox.writeFile('../f', 'x')).rejects.toMatchObject({ reason: 'denied' });
  });

  it('says which directory is missing or is none', async () => {
    const { inside } = await openRoom();
    await writeFile(join(inside, 'file'), '');
    await expect(local({ cwd: inside }).open({ id: 'x', cwd: 'nope' })).rejects.toMatchObject({
      name: 'OptionError',
      message: expect.stringContaining(`${inside}/nope`),
    });
    await expect(local({ cwd: join(inside, 'file') }).open({ id: 'x' })).rejects.toThrow('not a directory');
    await expect(local({ cwd: inside, roots: ['gone'] }).open({ id: 'x' })).rejects.toThrow(
      /root .*gone.*does not exist/,
    );
  });

  it.each([
    [{ root: '/' }, 'no option "root"'],
    [{ cwd: 3 }, 'cwd 3'],
    [{ cwd: '' }, 'cwd ""'],
    [{ roots: '/tmp' }, 'roots "/tmp"'],
    [{ timeout: 0 }, '0'],
    [{ timeout: '5' }, '"5"'],
    [{ env: ['PATH'] }, 'env'],
    [{ env: { 'A=B': 'x' } }, 'A=B'],
    [{ env: { A: 1 } }, 'value for A'],
  ])('refuses %j at once', (options, named) => {
    expect(() => local(options as never)).toThrow(
      expect.objectContaining({ name: 'OptionError', message: expect.stringContaining(named) }),
    );
  });

  it('declares what it can do', async () => {
    const { sandbox } = await openRoom();
    expect(local().name).toBe('local');
    expect(sandbox.capabilities).toEqual({ snapshot: false, isolated: false, network: true });
  });
});

describe('the shell', () => {
  it('is bash, or sh where there is none, or a clear error', async () => {
    const { inside } = await openRoom();
    const fake = join(inside, 'bash');
    await writeFile(fake, '#!/bin/sh\necho "fake $*"\n');
    await chmod(fake, 0o755);
    const sandbox = await createLocalSandbox({ cwd: inside, env: { PATH: `${inside}:/usr/bin:/bin` } });
    onTestFinished(() => sandbox.dispose());
    expect((await sandbox.exec('true')).stdout).toBe('fake -c -- true\n');
    await chmod(fake, 0o644);
    expect(await sandbox.exec('true').catch((error: Error) => error)).toMatchObject({ name: 'SandboxError' });
  });
});

describe('a view from another directory', () => {
  it('has the same roots and commands', async () => {
    const { sandbox, inside } = await openRoom();
    const view = sandbox.at('a').at('b');
    await view.writeFile('f', 'x');
    expect(view.cwd).toBe(join(inside, 'a/b'));
    expect(view.resolvePath('../f')).toBe(join(inside, 'a/f'));
    expect(await view.readFile('../../a/b/f')).toBe('x');
    expect(await sandbox.readFile('a/b/f')).toBe('x');
    expect((await view.exec('cat f')).stdout).toBe('x');
  });

  it('is refused outside, also through a link', async () => {
    const { sandbox, inside, outside } = await openRoom();
    await symlink(outside, join(inside, 'link'));
    for (const path of ['..', '/', outside, 'link', 'link/new']) {
      expect(() => sandbox.at(path), path).toThrow(
        expect.objectContaining({ name: 'PathError', reason: 'denied' }),
      );
    }
  });
});

import { mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { PASSED_VARIABLES } from '../../../src/adapters/sandbox/local-environment.js';
import type { ExecOutput } from '../../../src/ports/sandbox.js';
import { openRoom, uniqueSeconds } from './local-room.js';

describe('a command', () => {
  it('gives both streams and its exit code, also when a signal ends it', async () => {
    const { sandbox } = await openRoom();
    expect(await sandbox.exec('echo out; echo err >&2; exit 3')).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 3,
    });
    expect(await sandbox.exec('kill -KILL $$')).toMatchObject({ exitCode: 137 });
    expect(await sandbox.exec('-x').then(({ exitCode, stderr }) => [exitCode, stderr])).toEqual([
      127,
      expect.stringContaining('-x: '),
    ]);
  });

  it('C9 S05 that reads its input gets the end of it at once', async () => {
    const { sandbox } = await openRoom();
    expect(await sandbox.exec('cat', { timeout: 10 })).toEqual({ stdout: '', stderr: '', exitCode: 0 });
    expect(await sandbox.exec({ command: 'cat' }, { timeout: 10 })).toMatchObject({ exitCode: 0 });
  });

  it('S01 with an argument list is never seen by a shell', async () => {
    const { sandbox } = await openRoom();
    const args = ["a'; touch M; '", '$(touch M)', '-n', 'two\nlines', '*', ''];
    const { stdout } = await sandbox.exec({ command: 'printf', args: ['[%s]', ...args] });
    expect(stdout).toBe(args.map((arg) => `[${arg}]`).join(''));
    expect(await sandbox.readdir('.')).toEqual([]);
  });

  it('C11 runs in the directory that it is given', async () => {
    const { sandbox, inside } = await openRoom();
    await mkdir(join(inside, 'x/y'), { recursive: true });
    await symlink('x', join(inside, 'alias'));
    expect((await sandbox.exec('pwd', { cwd: 'x' })).stdout).toBe(`${inside}/x\n`);
    expect((await sandbox.at('x').exec('pwd', { cwd: 'y' })).stdout).toBe(`${inside}/x/y\n`);
    expect((await sandbox.exec('pwd; pwd -P', { cwd: 'alias' })).stdout).toBe(
      `${inside}/alias\n${inside}/x\n`,
    );
  });

  it('returns when its shell exits, although a background process holds its output', async () => {
    const { sandbox } = await openRoom();
    const began = performance.now();
    expect(await sandbox.exec(`sleep ${uniqueSeconds()} & echo done`)).toEqual({
      stdout: 'done\n',
      stderr: '',
      exitCode: 0,
    });
    expect(await sandbox.exec(`(while :; do echo more; sleep 0.01; done) & echo done`)).toMatchObject({
      stdout: expect.stringContaining('done\n'),
    });
    expect(performance.now() - began).toBeLessThan(5000);
  });

  it('leaves the background process alive and able to write', async () => {
    const { sandbox } = await openRoom();
    await sandbox.exec('(sleep 0.3; for i in 1 2 3; do echo noise || exit; done; echo alive > M) &');
    await vi.waitFor(async () => expect(await sandbox.readFile('M')).toBe('alive\n'), { timeout: 5000 });
  });
});

describe('the environment', () => {
  it('C10 S08 holds at most ten named variables of the host, and none that loads code', async () => {
    vi.stubEnv('SECRET_X', '1');
    vi.stubEnv('NODE_OPTIONS', '--no-warnings');
    vi.stubEnv('LD_PRELOAD', '');
    vi.stubEnv('BASH_ENV', '/nope');
    const { sandbox } = await openRoom();
    vi.unstubAllEnvs();
    const { stdout } = await sandbox.exec({ command: 'env' });
    const names = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('=')[0]);
    expect(PASSED_VARIABLES.length).toBeLessThanOrEqual(10);
    expect(names.filter((name) => !(PASSED_VARIABLES as readonly unknown[]).includes(name)).sort()).toEqual([
      'FLUE_COMMAND_ID',
      'PWD',
    ]);
    expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME']));
  });

  it('C10 shows what is passed by name; undefined is left out; a command may add more', async () => {
    const { sandbox } = await openRoom({ env: { SECRET_X: '1', MISSING: undefined } });
    const show = 'echo "$SECRET_X,$(printenv MISSING || echo unset),$MORE"';
    expect((await sandbox.exec(show)).stdout).toBe('1,unset,\n');
    expect((await sandbox.exec(show, { env: { MORE: 'x y', SECRET_X: '2' } })).stdout).toBe('2,unset,x y\n');
    expect((await sandbox.exec(show)).stdout).toBe('1,unset,\n');
  });

  it('is not taken from .env files', async () => {
    const { sandbox } = await openRoom();
    await sandbox.writeFile('.env', 'FROM_FILE=1\n');
    expect((await sandbox.exec('printenv FROM_FILE || echo unset')).stdout).toBe('unset\n');
  });

  it('is refused when a name or value cannot be in one', async () => {
    const { sandbox } = await openRoom();
    await expect(sandbox.exec('env', { env: { 'A=B': 'x' } })).rejects.toMatchObject({ name: 'OptionError' });
    await expect(sandbox.exec('env', { env: { A: 'x\0y' } })).rejects.toMatchObject({ name: 'OptionError' });
  });
});

describe('a command that cannot start', () => {
  it('is a result where the program is missing or not executable', async () => {
    const { sandbox } = await openRoom();
    await sandbox.writeFile('plain', 'text');
    const missing = sandbox.exec({ command: 'no-such-program', args: ['x'] });
    expect(await collect(missing.output)).toEqual([
      { stream: 'stderr', text: 'no-such-program: command not found\n' },
    ]);
    expect(await missing).toMatchObject({ exitCode: 127 });
    expect(await sandbox.exec({ command: './plain' })).toMatchObject({
      exitCode: 126,
      stderr: './plain: permission denied\n',
    });
  });

  it('is a SandboxError that says why where the host refuses', async () => {
    const { sandbox } = await openRoom();
    const failed = { name: 'SandboxError' };
    await expect(sandbox.exec(`#${'x'.repeat(3_000_000)}`)).rejects.toMatchObject({
      ...failed,
      message: expect.stringContaining('longer than the host takes'),
    });
    await expect(sandbox.exec('echo \0')).rejects.toMatchObject({
      ...failed,
      message: expect.stringContaining('NUL'),
    });
    expect(await sandbox.exec('echo ok')).toMatchObject({ stdout: 'ok\n' });
  });

  it('is a PathError where its directory is missing or none', async () => {
    const { sandbox } = await openRoom();
    await sandbox.writeFile('f', '');
    await expect(sandbox.exec('pwd', { cwd: 'nope' })).rejects.toMatchObject({
      name: 'PathError',
      reason: 'not-found',
    });
    await expect(sandbox.exec('pwd', { cwd: 'f' })).rejects.toMatchObject({ reason: 'not-a-directory' });
  });
});

describe('output', () => {
  it('C22 of a character in pieces is whole in the result and in the stream', async () => {
    const { sandbox } = await openRoom();
    const handle = sandbox.exec(
      "printf '\\344\\270'; sleep 0.1; printf '\\226\\347'; sleep 0.1; printf '\\225\\214 —\\n'",
    );
    const chunks = await collect(handle.output);
    expect(chunks.map(({ text }) => text).join('')).toBe('世界 —\n');
    expect(chunks.length).toBeGreaterThan(1);
    expect((await handle).stdout).toBe('世界 —\n');
  });

  it('arrives while the command runs', async () => {
    const { sandbox } = await openRoom();
    const handle = sandbox.exec('echo first; until [ -e go ]; do sleep 0.02; done; echo second >&2', {
      timeout: 10,
    });
    const seen: ExecOutput[] = [];
    for await (const chunk of handle.output) {
      seen.push(chunk);
      if (chunk.text === 'first\n') await sandbox.writeFile('go', '');
    }
    expect(seen).toEqual([
      { stream: 'stdout', text: 'first\n' },
      { stream: 'stderr', text: 'second\n' },
    ]);
  });

  it('S06 over the bound keeps its head and tail and says what is missing', async () => {
    const { sandbox } = await openRoom();
    const result = await sandbox.exec('echo begin; head -c 20000000 /dev/zero | tr "\\0" x; echo; echo end');
    expect(result.truncated).toBe(true);
    expect(result.stdout.length).toBeLessThan(6 * 1024 ** 2);
    expect(result.stdout.startsWith('begin\nxxx')).toBe(true);
    expect(result.stdout.endsWith('xxx\nend\n')).toBe(true);
    expect(result.stdout).toMatch(/\n\[\.\.\. 1\d{7} bytes of output left out \.\.\.\]\n/);
  });

  it('S02 S06 that never ends takes bounded memory and is stopped', async () => {
    const { sandbox } = await openRoom();
    const before = process.memoryUsage().rss;
    const handle = sandbox.exec('yes', { timeout: 2 });
    const flood = await handle;
    expect(flood).toMatchObject({ exitCode: 124, truncated: true });
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 ** 2);
    const unread = await collect(handle.output);
    expect(unread.map(({ text }) => text).join('').length).toBeLessThan(6 * 1024 ** 2);
  });
});

async function collect(output: AsyncIterable<ExecOutput>): Promise<ExecOutput[]> {
  const chunks: ExecOutput[] = [];
  for await (const chunk of output) chunks.push(chunk);
  return chunks;
}

it('S01 a file named like an option is only a file', async () => {
  const { sandbox, inside } = await openRoom();
  await sandbox.writeFile('-n', 'x');
  expect((await sandbox.exec({ command: 'cat', args: ['--', '-n'] })).stdout).toBe('x');
  expect(await readFile(join(inside, '-n'), 'utf8')).toBe('x');
});

import { execFileSync } from 'node:child_process';
import {
  chmod,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PathError } from '../../../src/errors/path-error.js';
import { openRoom } from './local-room.js';

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: PathError) => error,
  );

afterEach(() => vi.restoreAllMocks());

describe('reading', () => {
  it('gives text and bytes, with invalid UTF-8 as U+FFFD and a byte order mark kept', async () => {
    const { sandbox, inside } = await openRoom();
    await writeFile(join(inside, 'f'), Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x0d, 0x0a]));
    expect(await sandbox.readFile('f')).toBe('\ufeffa\ufffd\r\n');
    expect([...(await sandbox.readFileBuffer('f'))]).toEqual([0xef, 0xbb, 0xbf, 0x61, 0xff, 0x0d, 0x0a]);
  });

  it('F09 of a range takes only the range into memory', async () => {
    const { sandbox, inside } = await openRoom();
    await writeFile(join(inside, 'sparse'), 'head');
    await truncate(join(inside, 'sparse'), 8 * 1024 ** 3);
    expect(Buffer.from(await sandbox.readFileBuffer('sparse', { end: 4 })).toString()).toBe('head');
    const far = await sandbox.readFileBuffer('sparse', { start: 8 * 1024 ** 3 - 3, end: 9 * 1024 ** 3 });
    expect([...far]).toEqual([0, 0, 0]);
    expect((await sandbox.readFileBuffer('sparse', { start: 2, end: 3 })).buffer.byteLength).toBe(1);
    expect(await failure(sandbox.readFile('sparse'))).toMatchObject({
      reason: 'too-large',
      hint: 'Read it in ranges.',
    });
  });

  it('of a range outside the file gives what there is of it', async () => {
    const { sandbox } = await openRoom();
    await sandbox.writeFile('f', 'abc');
    const read = async (start?: number, end?: number) =>
      Buffer.from(await sandbox.readFileBuffer('f', { start, end })).toString();
    expect(await read()).toBe('abc');
    expect(await read(1)).toBe('bc');
    expect(await read(-5, 2)).toBe('ab');
    expect(await read(2, 1)).toBe('');
    expect(await read(9)).toBe('');
  });

  it('F08 of a pipe, socket or device is refused at once', async () => {
    const { sandbox, inside } = await openRoom({ roots: ['/dev'] });
    execFileSync('mkfifo', [join(inside, 'pipe')]);
    const server = createServer().listen(join(inside, 'socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    for (const path of ['pipe', 'socket', '/dev/zero', '/dev/null']) {
      expect(await failure(sandbox.readFile(path)), path).toMatchObject({ reason: 'special-file' });
      expect(await failure(sandbox.writeFile(path, 'x')), path).toMatchObject({ reason: 'special-file' });
      expect(await sandbox.stat(path)).toMatchObject({ isFile: false, isDirectory: false });
    }
    expect(await sandbox.readdirWithTypes('.')).toEqual([
      { name: 'pipe', type: 'other' },
      { name: 'socket', type: 'other' },
    ]);
    server.close();
  });

  it('tells in its reason what is wrong with the path', async () => {
    const { sandbox } = await openRoom();
    await sandbox.writeFile('d/f', 'x');
    expect(await failure(sandbox.readFile('nope'))).toMatchObject({ reason: 'not-found', path: 'nope' });
    expect(await failure(sandbox.readFile('d'))).toMatchObject({ reason: 'is-a-directory' });
    expect(await failure(sandbox.readFile('d/f/x'))).toMatchObject({ reason: 'not-a-directory' });
    expect(await failure(sandbox.readdir('d/f'))).toMatchObject({ reason: 'not-a-directory' });
    expect(await failure(sandbox.readdir('nope'))).toMatchObject({ reason: 'not-found' });
    expect(await failure(sandbox.stat('nope'))).toMatchObject({ reason: 'not-found' });
  });

  it('names no host path in a message', async () => {
    const { sandbox, inside } = await openRoom();
    await sandbox.writeFile('d/f', 'x');
    for (const path of ['nope', 'd', 'd/f/x', '../x', 'a\0b']) {
      const messages = [await failure(sandbox.readFile(path)), await failure(sandbox.readdir(`${path}/y`))];
      for (const error of messages) expect(error?.message).not.toMatch(new RegExp(`${inside}|/proc/`));
    }
  });

  it('lists names in code-unit order', async () => {
    const { sandbox } = await openRoom();
    for (const name of ['b', 'a', 'B', 'é', 'Z', '10', '9', '.dot']) await sandbox.writeFile(name, '');
    expect(await sandbox.readdir('.')).toEqual(['.dot', '10', '9', 'B', 'Z', 'a', 'b', 'é']);
  });
});

describe('writing', () => {
  it('makes parents, replaces whole files and keeps their mode', async () => {
    const { sandbox, inside } = await openRoom();
    await sandbox.writeFile('a/b/run.sh', 'one');
    await chmod(join(inside, 'a/b/run.sh'), 0o754);
    await sandbox.writeFile('a/b/run.sh', new Uint8Array([116, 119, 111]));
    expect(await readFile(join(inside, 'a/b/run.sh'), 'utf8')).toBe('two');
    expect((await stat(join(inside, 'a/b/run.sh'))).mode & 0o777).toBe(0o754);
    expect(await readdir(join(inside, 'a/b'))).toEqual(['run.sh']);
  });

  it('many at once in one missing directory all land', async () => {
    const { sandbox } = await openRoom();
    const names = Array.from({ length: 30 }, (_, index) => `x/y/${index}`);
    await Promise.all([
      ...names.map((name) => sandbox.writeFile(name, name)),
      sandbox.mkdir('x/y', { recursive: true }),
    ]);
    expect(await Promise.all(names.map((name) => sandbox.readFile(name)))).toEqual(names);
    expect(await sandbox.readdir('x/y')).toHaveLength(30);
  });

  it.each(['writeFile', 'chmod'] as const)(
    'F15 a full disk at %s leaves the old content, no temporary file and a usable sandbox',
    async (step) => {
      const { sandbox, inside } = await openRoom();
      await sandbox.writeFile('f', 'old');
      const full = Object.assign(new Error('ENOSPC: no space left'), { code: 'ENOSPC', syscall: 'write' });
      vi.spyOn(await fileHandles(), step).mockRejectedValueOnce(full);
      expect(await failure(sandbox.writeFile('f', 'new'))).toMatchObject({
        name: 'PathError',
        reason: 'no-space',
      });
      expect(await readdir(inside)).toEqual(['f']);
      expect(await sandbox.readFile('f')).toBe('old');
      await sandbox.writeFile('f', 'newer');
      expect(await sandbox.readFile('f')).toBe('newer');
    },
  );

  it('an unknown fault of the host is a SandboxError that names no host path', async () => {
    const { sandbox, inside } = await openRoom();
    const broken = Object.assign(new Error(`EIO: i/o error, write '${inside}'`), {
      code: 'EIO',
      syscall: 'write',
    });
    vi.spyOn(await fileHandles(), 'writeFile').mockRejectedValueOnce(broken);
    const error = await failure(sandbox.writeFile('f', 'new'));
    expect(error).toMatchObject({
      name: 'SandboxError',
      message: 'Cannot write "f": the host failed with EIO.',
    });
    expect(await readdir(inside)).toEqual([]);
  });

  it('refuses directories and files in the place of directories', async () => {
    const { sandbox, inside } = await openRoom();
    await sandbox.writeFile('d/f', 'x');
    expect(await failure(sandbox.writeFile('d', 'x'))).toMatchObject({ reason: 'is-a-directory' });
    expect(await failure(sandbox.writeFile('.', 'x'))).toMatchObject({ reason: 'is-a-directory' });
    expect(await failure(sandbox.writeFile('d/f/g', 'x'))).toMatchObject({ reason: 'not-a-directory' });
    expect(await failure(sandbox.mkdir('d/f'))).toMatchObject({ reason: 'exists' });
    expect(await failure(sandbox.mkdir('d/f', { recursive: true }))).toMatchObject({ reason: 'exists' });
    expect(await failure(sandbox.mkdir('d'))).toMatchObject({ reason: 'exists' });
    expect(await failure(sandbox.mkdir('x/y'))).toMatchObject({ reason: 'not-found' });
    await sandbox.mkdir('d', { recursive: true });
    await sandbox.mkdir('x/y/z', { recursive: true });
    expect((await stat(join(inside, 'x/y/z'))).isDirectory()).toBe(true);
  });

  it('of a file that the user may not write is denied, although a rename would replace it', async () => {
    const { sandbox, inside } = await openRoom();
    await sandbox.writeFile('f', 'old');
    await chmod(join(inside, 'f'), 0o444);
    const superuser = process.getuid?.() === 0;
    const outcome = await failure(sandbox.writeFile('f', 'new'));
    expect(outcome?.reason).toBe(superuser ? undefined : 'denied');
    expect(await sandbox.readFile('f')).toBe(superuser ? 'new' : 'old');
  });

  it('fails as not found when the working directory itself is gone', async () => {
    const { sandbox } = await openRoom();
    await sandbox.exec('rmdir "$PWD"');
    expect(await failure(sandbox.writeFile('f', 'x'))).toMatchObject({ reason: 'not-found' });
    expect(await failure(sandbox.exec('pwd'))).toMatchObject({ reason: 'not-found' });
  });
});

describe('removing', () => {
  it('removes a link, never what it leads to', async () => {
    const { sandbox, inside, outside } = await openRoom();
    await mkdir(join(outside, 'd'));
    await writeFile(join(outside, 'd/f'), 'secret');
    await symlink(join(outside, 'd'), join(inside, 'link'));
    await symlink(join(outside, 'nothing'), join(inside, 'dangling'));
    await mkdir(join(inside, 'tree'));
    await symlink(join(outside, 'd'), join(inside, 'tree/link'));
    await link(join(outside, 'd/f'), join(inside, 'tree/hard'));
    await sandbox.rm('link', { recursive: true });
    await sandbox.rm('dangling');
    await sandbox.rm('tree', { recursive: true });
    expect(await readdir(inside)).toEqual([]);
    expect(await readFile(join(outside, 'd/f'), 'utf8')).toBe('secret');
  });

  it('refuses the roots and what holds one', async () => {
    const { sandbox, inside } = await openRoom();
    await sandbox.writeFile('shared/root/f', 'x');
    const { sandbox: nested } = await openRoom({ cwd: inside, roots: ['shared/root'] });
    for (const path of ['.', '..', inside, 'shared', 'shared/root', '/']) {
      expect(await failure(nested.rm(path, { recursive: true, force: true })), path).toMatchObject({
        reason: 'denied',
      });
    }
    expect(await sandbox.readFile('shared/root/f')).toBe('x');
  });

  it('needs recursive for a directory with something in it, and force for what is missing', async () => {
    const { sandbox, inside } = await openRoom();
    await sandbox.writeFile('d/e/f', 'x');
    await sandbox.mkdir('empty');
    expect(await failure(sandbox.rm('d'))).toMatchObject({ reason: 'not-empty' });
    expect(await failure(sandbox.rm('nope'))).toMatchObject({ reason: 'not-found' });
    expect(await failure(sandbox.rm('nope/x', { recursive: true }))).toMatchObject({ reason: 'not-found' });
    await sandbox.rm('nope', { force: true });
    await sandbox.rm('nope/x', { force: true });
    await sandbox.rm('empty');
    await sandbox.rm('d', { recursive: true });
    expect(await readdir(inside)).toEqual([]);
  });

  it('removes names that are not UTF-8', async () => {
    const { sandbox, inside } = await openRoom();
    await mkdir(join(inside, 'd'));
    await writeFile(Buffer.concat([Buffer.from(`${inside}/d/`), Buffer.from([0x61, 0xff])]), 'x');
    await sandbox.rm('d', { recursive: true });
    expect(await readdir(inside)).toEqual([]);
  });
});

/** What all open files share, to make one system call fail. */
async function fileHandles(): Promise<FileHandle> {
  const handle = await open('/dev/null');
  await handle.close();
  return Object.getPrototypeOf(handle) as FileHandle;
}

import { link, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createConfinement } from '../../../src/adapters/sandbox/local-confinement.js';
import type { PathError } from '../../../src/errors/path-error.js';
import { openRoom } from './local-room.js';

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: PathError) => error,
  );

describe('paths that leave by their text', () => {
  it('F01 are denied with one text, whether or not something is there', async () => {
    const { sandbox, outside } = await openRoom();
    await writeFile(join(outside, 'there'), 'secret');
    for (const path of [
      '../app-secret/there',
      '../app-secret/missing',
      join(outside, 'there'),
      '/etc/passwd',
      '/nope/x',
    ]) {
      const error = await failure(sandbox.readFile(path));
      expect(error).toMatchObject({ name: 'PathError', reason: 'denied', path });
      expect(error?.message).toBe(
        `Cannot read "${path}": it is outside the directories that this sandbox may use.`,
      );
      expect(error?.cause).toBeUndefined();
      expect(await sandbox.exists(path)).toBe(false);
    }
  });

  it('F01 hold for every operation', async () => {
    const { sandbox, outside } = await openRoom();
    const file = join(outside, 'there');
    await writeFile(file, 'secret');
    const attempts = {
      readFileBuffer: () => sandbox.readFileBuffer(file),
      stat: () => sandbox.stat(file),
      readdir: () => sandbox.readdir(outside),
      readdirWithTypes: () => sandbox.readdirWithTypes(outside),
      writeFile: () => sandbox.writeFile(file, 'x'),
      writeFiles: () => sandbox.writeFiles([{ path: file, content: 'x' }]),
      mkdir: () => sandbox.mkdir(join(outside, 'new'), { recursive: true }),
      rm: () => sandbox.rm(file, { force: true, recursive: true }),
      canonicalPath: () => sandbox.canonicalPath(file),
      exec: () => sandbox.exec('pwd', { cwd: outside }),
    };
    for (const [name, attempt] of Object.entries(attempts)) {
      expect(await failure(attempt()), name).toMatchObject({ reason: 'denied' });
    }
    expect(() => sandbox.at(outside)).toThrow(expect.objectContaining({ reason: 'denied' }));
    expect(await readFile(file, 'utf8')).toBe('secret');
  });

  it('F01 take ~, file://, %2e%2e and backslashes as plain names', async () => {
    const { sandbox, inside } = await openRoom();
    for (const path of ['~/x', 'file:///x', '%2e%2e/%2e%2e/x', '..\\..\\x', '$HOME/x', '~x']) {
      expect(await failure(sandbox.readFile(path)), path).toMatchObject({ reason: 'not-found' });
      await sandbox.writeFile(join('d', path), path);
      expect(await readFile(join(inside, 'd', path), 'utf8')).toBe(path);
    }
    expect(await sandbox.readdir('.')).toEqual(['d']);
  });

  it('B01 F02 a sibling whose name starts with the directory is outside', async () => {
    const { sandbox, outside } = await openRoom();
    await writeFile(join(outside, 'f'), 'secret');
    expect(await failure(sandbox.readFile('../app-secret/f'))).toMatchObject({ reason: 'denied' });
    expect(await failure(sandbox.readFile(join(outside, 'f')))).toMatchObject({ reason: 'denied' });
  });

  it('B36 are never pasted in a shell', async () => {
    const { sandbox } = await openRoom();
    for (const path of ["a'; touch M; '", '$(touch M)', '`touch M`', '-rf', 'a\ntouch M', '--output=M']) {
      expect(await sandbox.exists(path)).toBe(false);
      expect(await failure(sandbox.readFile(path))).toMatchObject({ reason: 'not-found' });
      await sandbox.writeFile(path, path);
      expect(await sandbox.readFile(path)).toBe(path);
      await sandbox.rm(path);
    }
    expect(await sandbox.readdir('.')).toEqual([]);
  });

  it('that no file system could hold are invalid, in bounded time', async () => {
    const { sandbox } = await openRoom();
    for (const path of [
      'a\0b',
      '',
      'x'.repeat(300),
      'x/'.repeat(2500),
      'x'.repeat(1_000_000),
      '../'.repeat(9) + 'y'.repeat(5000),
    ]) {
      expect(await failure(sandbox.readFile(path)), path.slice(0, 20)).toMatchObject({
        name: 'PathError',
        reason: 'invalid',
      });
      expect(await failure(sandbox.writeFile(path, '')), path.slice(0, 20)).toMatchObject({
        reason: 'invalid',
      });
      expect(await sandbox.exists(path)).toBe(false);
    }
  });

  it('F02 any path is inside exactly when its components start with the root', () => {
    const component = fc.constantFrom('w', 'app', 'app-x', 'ap', 'secret');
    fc.assert(
      fc.property(
        fc.array(component, { maxLength: 4 }),
        fc.array(component, { maxLength: 6 }),
        (root, path) => {
          const inside = root.every((name, index) => path[index] === name);
          expect(createConfinement([`/${root.join('/')}`]).contains(`/${path.join('/')}`)).toBe(inside);
        },
      ),
    );
  });
});

describe('links', () => {
  it('F03 to a file, a directory and in a chain are denied when they leave', async () => {
    const { sandbox, inside, outside } = await openRoom();
    await writeFile(join(outside, 'f'), 'secret');
    await symlink(join(outside, 'f'), join(inside, 'file'));
    await symlink('../app-secret', join(inside, 'dir'));
    await symlink('dir', join(inside, 'second'));
    await symlink('second', join(inside, 'third'));
    for (const path of ['file', 'dir/f', 'dir/missing', 'second/f', 'third/f', 'third']) {
      expect(await failure(sandbox.readFile(path)), path).toMatchObject({ reason: 'denied', path });
      expect(await failure(sandbox.stat(path)), path).toMatchObject({ reason: 'denied' });
      expect(await failure(sandbox.writeFile(path, 'x')), path).toMatchObject({ reason: 'denied' });
    }
    expect(await failure(sandbox.readdir('third'))).toMatchObject({ reason: 'denied' });
    expect(await failure(sandbox.exec('pwd', { cwd: 'third' }))).toMatchObject({ reason: 'denied' });
    expect(() => sandbox.at('third')).toThrow(expect.objectContaining({ reason: 'denied' }));
    expect(await readFile(join(outside, 'f'), 'utf8')).toBe('secret');
  });

  it('F03 cannot be written through to a file that does not exist yet', async () => {
    const { sandbox, inside, outside } = await openRoom();
    await symlink(outside, join(inside, 'dir'));
    await symlink(join(outside, 'new'), join(inside, 'dangling'));
    await symlink(join(outside, 'no', 'parent'), join(inside, 'deep'));
    for (const path of ['dir/new', 'dir/a/b/new', 'dangling', 'dangling/x', 'deep']) {
      expect(await failure(sandbox.writeFile(path, 'x')), path).toMatchObject({ reason: 'denied' });
      expect(await failure(sandbox.mkdir(path, { recursive: true })), path).toMatchObject({
        reason: 'denied',
      });
      expect(await sandbox.exists(path)).toBe(false);
    }
    expect(await failure(lstat(join(outside, 'new')))).toMatchObject({ code: 'ENOENT' });
  });

  it('F03 that loop end as loop, and as denied when the loop is outside', async () => {
    const { sandbox, inside, outside } = await openRoom();
    await symlink('b', join(inside, 'a'));
    await symlink('a', join(inside, 'b'));
    await symlink('self/x', join(inside, 'self'));
    await symlink('loop', join(outside, 'loop'));
    await symlink(join(outside, 'loop'), join(inside, 'away'));
    for (const path of ['a', 'a/x', 'self', 'self/y']) {
      expect(await failure(sandbox.readFile(path)), path).toMatchObject({ reason: 'loop' });
      expect(await failure(sandbox.writeFile(path, 'x')), path).toMatchObject({ reason: 'loop' });
    }
    expect(await failure(sandbox.readFile('away'))).toMatchObject({ reason: 'denied' });
    expect(await failure(sandbox.readFile('away/x'))).toMatchObject({ reason: 'denied' });
  });

  it('that stay inside work, also to what does not exist yet', async () => {
    const { sandbox, inside } = await openRoom();
    await mkdir(join(inside, 'real'));
    await symlink('real', join(inside, 'alias'));
    await symlink('real/later', join(inside, 'dangling'));
    await sandbox.writeFile('alias/f', 'one');
    await sandbox.writeFile('dangling', 'two');
    expect(await readFile(join(inside, 'real/f'), 'utf8')).toBe('one');
    expect(await readFile(join(inside, 'real/later'), 'utf8')).toBe('two');
    expect((await lstat(join(inside, 'dangling'))).isSymbolicLink()).toBe(true);
    expect(await sandbox.canonicalPath('alias/new/x')).toBe(join(inside, 'real/new/x'));
    expect(await sandbox.stat('alias')).toMatchObject({ isDirectory: true, isSymbolicLink: true });
    expect(await sandbox.stat('real')).toMatchObject({ isDirectory: true, isSymbolicLink: false });
    expect(await sandbox.readdirWithTypes('.')).toEqual([
      { name: 'alias', type: 'symlink' },
      { name: 'dangling', type: 'symlink' },
      { name: 'real', type: 'directory' },
    ]);
  });

  it('F04 planted by a command are met by the next file operation', async () => {
    const { sandbox, outside } = await openRoom();
    await sandbox.writeFile('out/f', 'inside');
    await sandbox.exec(`rm -r out && ln -s ${outside} out`);
    expect(await failure(sandbox.writeFile('out/f', 'x'))).toMatchObject({ reason: 'denied' });
    expect(await failure(sandbox.readFile('out/f'))).toMatchObject({ reason: 'denied' });
    expect(await failure(lstat(join(outside, 'f')))).toMatchObject({ code: 'ENOENT' });
  });

  it('F05 of the hard kind: a write leaves the other name its old content', async () => {
    const { sandbox, inside, outside } = await openRoom();
    await writeFile(join(outside, 'f'), 'theirs');
    await link(join(outside, 'f'), join(inside, 'f'));
    await sandbox.writeFile('f', 'ours');
    expect(await sandbox.readFile('f')).toBe('ours');
    expect(await readFile(join(outside, 'f'), 'utf8')).toBe('theirs');
  });
});

describe('roots', () => {
  it('are usable beside the working directory', async () => {
    const base = await openRoom();
    const { sandbox } = await openRoom({ roots: [base.outside] });
    await sandbox.writeFile(join(base.outside, 'f'), 'shared');
    expect(await sandbox.readFile(join(base.outside, 'f'))).toBe('shared');
    expect((await sandbox.exec('cat f', { cwd: base.outside })).stdout).toBe('shared');
    expect(await failure(sandbox.readFile(join(base.inside, 'f')))).toMatchObject({ reason: 'denied' });
  });

  it('that are links are the directories they lead to', async () => {
    const { inside, outside } = await openRoom();
    await symlink(inside, join(outside, 'alias'));
    const { sandbox } = await openRoom({ cwd: join(outside, 'alias') });
    await sandbox.writeFile('f', 'x');
    expect(sandbox.cwd).toBe(join(outside, 'alias'));
    expect(await sandbox.canonicalPath('f')).toBe(join(inside, 'f'));
    expect((await sandbox.exec('pwd')).stdout).toBe(`${sandbox.cwd}\n`);
    expect(await failure(sandbox.readFile('../x'))).toMatchObject({ reason: 'denied' });
  });

  it('F08 of the whole host still keep its processes closed', async () => {
    const { sandbox } = await openRoom({ roots: ['/'] });
    expect(await failure(sandbox.readFile(`/proc/${process.pid}/environ`))).toMatchObject({
      reason: process.platform === 'linux' ? 'special-file' : 'not-found',
    });
    expect(await failure(sandbox.readFile('/dev/zero'))).toMatchObject({ reason: 'special-file' });
    expect(await failure(sandbox.rm('/', { recursive: true }))).toMatchObject({ reason: 'denied' });
  });

  it('B14 are not added by a working directory that a model chooses', async () => {
    const { sandbox, inside, outside } = await openRoom();
    for (const cwd of ['../app-secret', outside, dirname(inside), '/']) {
      expect(await failure(sandbox.exec('touch M', { cwd })), cwd).toMatchObject({ reason: 'denied' });
      expect(() => sandbox.at(cwd), cwd).toThrow(expect.objectContaining({ reason: 'denied' }));
    }
    const view = sandbox.at('sub');
    expect(await failure(view.writeFile('../../app-secret/M', 'x'))).toMatchObject({ reason: 'denied' });
    await view.writeFile('../M', 'inside');
    expect(await readdir(outside)).toEqual([]);
  });
});

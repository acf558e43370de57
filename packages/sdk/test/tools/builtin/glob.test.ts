import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { globTool } from '../../../src/tools/builtin/glob.js';
import { createCall } from './call-tool.js';
import { describeOnBoth, type Files, openLocal, openVirtual } from './sandboxes.js';

const touch = (...paths: string[]): Files => Object.fromEntries(paths.map((path) => [path, '']));

describeOnBoth('glob', (open) => {
  const find = async (files: Files, input: Record<string, unknown>) =>
    createCall(await open(files))(globTool, input);

  test('finds files at any depth, in order of their paths', async () => {
    const files = touch('b.ts', 'a/z.ts', 'a.ts', 'a/b/c.ts', 'a-b.ts', 'a/x.js');
    const found = await find(files, { pattern: '**/*.ts' });
    expect(found.text.split('\n')).toEqual(['a-b.ts', 'a.ts', 'a/b/c.ts', 'a/z.ts', 'b.ts']);
    expect(found.details).toMatchObject({ pattern: '**/*.ts', files: 5, truncated: false });
  });

  test('a star does not cross a slash', async () => {
    const found = await find(touch('a.ts', 'd/b.ts'), { pattern: '*.ts' });
    expect(found.text).toBe('a.ts');
  });

  test('shows paths that can be given to read: relative ones from the working directory', async () => {
    const sandbox = await open(touch('src/a.ts', 'src/deep/b.ts', 'test/a.ts'));
    const call = createCall(sandbox);
    const lines = async (input: Record<string, unknown>) => (await call(globTool, input)).text.split('\n');
    expect(await lines({ pattern: '**', path: 'src' })).toEqual(['src/a.ts', 'src/deep/b.ts']);
    expect(await lines({ pattern: 'src/*.ts' })).toEqual(['src/a.ts']);
    expect(await lines({ pattern: './src/*.ts' })).toEqual(['src/a.ts']);
    expect(await lines({ pattern: '../test/*.ts', path: 'src' })).toEqual(['test/a.ts']);
    expect(await lines({ pattern: `${sandbox.cwd}/src/**/*.ts`, path: 'test' })).toEqual([
      `${sandbox.cwd}/src/a.ts`,
      `${sandbox.cwd}/src/deep/b.ts`,
    ]);
    expect(await lines({ pattern: '*.ts', path: `${sandbox.cwd}/src/` })).toEqual([
      `${sandbox.cwd}/src/a.ts`,
    ]);
  });

  test('finds a file by its plain path, and everything below a directory by its slash', async () => {
    const files = touch('src/a.ts', 'src/deep/b.ts');
    expect((await find(files, { pattern: 'src/a.ts' })).text).toBe('src/a.ts');
    expect((await find(files, { pattern: 'src/' })).text).toBe('src/a.ts\nsrc/deep/b.ts');
  });

  test('hidden files are found, .git and ignored ones are not', async () => {
    const files = {
      ...touch(
        '.env',
        '.github/ci.yml',
        '.git/config',
        'node_modules/x/index.js',
        'a.log',
        'keep.log',
        'sub/b.tmp',
        'sub/b.ts',
      ),
      '.gitignore': 'node_modules/\n*.log\n!keep.log\n',
      'sub/.ignore': '*.tmp\n',
    };
    const found = await find(files, { pattern: '**' });
    expect(found.text.split('\n')).toEqual([
      '.env',
      '.github/ci.yml',
      '.gitignore',
      'keep.log',
      'sub/.ignore',
      'sub/b.ts',
    ]);
  });

  test('says when nothing matches, and how to look deeper', async () => {
    const found = await find(touch('d/a.ts'), { pattern: '*.ts' });
    expect(found.isError).toBe(false);
    expect(found.text).toBe('No files match "*.ts". Put **/ before the name to look in directories below.');
  });

  test('announces its cap', async () => {
    const files = touch(...Array.from({ length: 1001 }, (_, index) => `f${String(index).padStart(4, '0')}`));
    const found = await find(files, { pattern: '*' });
    const lines = found.text.split('\n');
    expect(lines).toHaveLength(1001);
    expect(lines[999]).toBe('f0999');
    expect(lines[1000]).toBe(
      '[The first 1000 are listed; there are more. Give a narrower pattern or a path.]',
    );
    expect(found.details).toMatchObject({ files: 1000, truncated: true });
  });

  test('a directory that is not there, or a file in its place, is an error', async () => {
    const call = createCall(await open(touch('a.ts')));
    await expect(call(globTool, { pattern: '*', path: 'nope' })).rejects.toMatchObject({
      reason: 'not-found',
    });
    await expect(call(globTool, { pattern: '*', path: 'a.ts' })).rejects.toMatchObject({
      reason: 'not-a-directory',
    });
  });

  test('what a glob cannot say is refused with a reason', async () => {
    const call = createCall(await open());
    await expect(call(globTool, { pattern: '!*.ts' })).rejects.toThrow('cannot exclude');
    await expect(call(globTool, { pattern: '*/../x' })).rejects.toThrow('".." can only come before');
    await expect(call(globTool, { pattern: '{a,b}'.repeat(10) })).rejects.toThrow('more than 256 patterns');
  });

  test('S01 names with spaces, quotes and line breaks are found, each on one line', async () => {
    const found = await find(touch("it's a file.ts", '-rf.ts', 'two\nlines.ts'), { pattern: '*.ts' });
    expect(found.text.split('\n')).toEqual(['-rf.ts', "it's a file.ts", '"two\\nlines.ts"']);
  });
});

describe('glob and links', () => {
  test('F03 a link is listed and not followed', async () => {
    const outside = await openLocal(touch('secret.ts'));
    const sandbox = await openLocal(touch('a.ts', 'd/b.ts'));
    await symlink(outside.cwd, join(sandbox.cwd, 'out'));
    await symlink('.', join(sandbox.cwd, 'd/loop'));
    const found = await createCall(sandbox)(globTool, { pattern: '**' });
    expect(found.text.split('\n')).toEqual(['a.ts', 'd/b.ts', 'd/loop', 'out']);
  });

  test('F01 F03 a directory outside cannot be searched, through a link or ..', async () => {
    const outside = await openLocal(touch('secret.ts'));
    const sandbox = await openLocal(touch('a.ts'));
    await symlink(outside.cwd, join(sandbox.cwd, 'out'));
    const call = createCall(sandbox);
    for (const input of [
      { pattern: 'out/*' },
      { pattern: '*', path: '..' },
      { pattern: `${outside.cwd}/**` },
    ]) {
      await expect(call(globTool, input)).rejects.toMatchObject({ reason: 'denied' });
    }
  });
});

test('what cannot be listed on the way is counted and named', async () => {
  const sandbox = await openVirtual(touch('a/x.ts', 'b/y.ts'));
  const { PathError } = await import('../../../src/errors/path-error.js');
  const call = createCall({
    ...sandbox,
    cwd: sandbox.cwd,
    capabilities: sandbox.capabilities,
    async readdirWithTypes(path) {
      if (path.endsWith('/a')) throw new PathError(path, 'denied', 'no');
      return sandbox.readdirWithTypes(path);
    },
  });
  const found = await call(globTool, { pattern: '**/*.ts' });
  expect(found.text).toBe('b/y.ts\n[Not searched, since they cannot be read: a (denied).]');
  expect(found.details).toMatchObject({ unreadable: 1 });
});

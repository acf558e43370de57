import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { PathError } from '../../../src/errors/path-error.js';
import { SandboxError } from '../../../src/errors/sandbox-error.js';
import type { Sandbox } from '../../../src/ports/sandbox.js';
import { grepTool } from '../../../src/tools/builtin/grep.js';
import { createCall } from './call-tool.js';
import { describeOnBoth, type Files, openLocal, openVirtual } from './sandboxes.js';

function withReads(sandbox: Sandbox, readFileBuffer: Sandbox['readFileBuffer']): Sandbox {
  return { ...sandbox, cwd: sandbox.cwd, capabilities: sandbox.capabilities, readFileBuffer };
}

describeOnBoth('grep', (open) => {
  const search = async (files: Files, input: Record<string, unknown>) =>
    createCall(await open(files))(grepTool, input);

  test('shows each matching line with its path and number, in order of path', async () => {
    const found = await search(
      { 'b.txt': 'no\nfoo bar\n', 'a/x.txt': 'foo', 'a.txt': 'fo\n' },
      { pattern: 'foo' },
    );
    expect(found.text).toBe('a/x.txt:1: foo\nb.txt:2: foo bar');
    expect(found.details).toEqual({
      pattern: 'foo',
      path: '.',
      matches: 2,
      files: 2,
      searched: 3,
      binary: 0,
      large: 0,
      unreadable: 0,
      truncated: false,
    });
  });

  test('C6 S01 a pattern is never an option or a shell word, and names may have colons and spaces', async () => {
    const files = { 'a: b 1.txt': 'x -foo y\na|b\n', 'c.txt': 'a\nb\n' };
    expect((await search(files, { pattern: '-foo' })).text).toBe('a: b 1.txt:1: x -foo y');
    expect((await search(files, { pattern: 'a|b' })).text).toBe('a: b 1.txt:2: a|b\nc.txt:1: a\nc.txt:2: b');
    expect((await search(files, { pattern: 'a\\|b' })).text).toBe('a: b 1.txt:2: a|b');
    expect((await search(files, { pattern: '$(touch M)' })).text).toContain('No matches');
  });

  test('C5 an invalid pattern is an error with the message of the engine', async () => {
    const call = createCall(await open({ 'a.txt': 'a' }));
    await expect(call(grepTool, { pattern: 'a(' })).rejects.toThrow(
      /no valid regular expression: .*missing closing \)/,
    );
    await expect(call(grepTool, { pattern: '(?=a)' })).rejects.toMatchObject({
      code: 'tool_failed',
      hint: expect.stringContaining('RE2'),
    });
  });

  test('C5 a path that is not there is an error, never "no matches"', async () => {
    const call = createCall(await open());
    await expect(call(grepTool, { pattern: 'a', path: 'nope' })).rejects.toMatchObject({
      reason: 'not-found',
    });
  });

  test('C5 a named file that cannot be read is an error', async () => {
    const sandbox = await open({ 'a.txt': 'a' });
    const call = createCall(
      withReads(sandbox, async (path) => {
        throw new PathError(path, 'denied', 'no access');
      }),
    );
    await expect(call(grepTool, { pattern: 'a', path: 'a.txt' })).rejects.toThrow('no access');
  });

  test('C5 a sandbox that fails in the middle of a search is an error', async () => {
    const sandbox = await open({ 'a.txt': 'a', 'b.txt': 'a' });
    const call = createCall(
      withReads(sandbox, async (path, range) => {
        if (path.endsWith('b.txt')) throw new SandboxError('the sandbox is gone');
        return sandbox.readFileBuffer(path, range);
      }),
    );
    await expect(call(grepTool, { pattern: 'a' })).rejects.toThrow('the sandbox is gone');
  });

  test('C5 files that cannot be read on the way are counted and named', async () => {
    const sandbox = await open({ 'a.txt': 'a', 'b.txt': 'a' });
    const call = createCall(
      withReads(sandbox, async (path, range) => {
        if (path.endsWith('a.txt')) throw new PathError(path, 'denied', 'no');
        return sandbox.readFileBuffer(path, range);
      }),
    );
    const found = await call(grepTool, { pattern: 'a' });
    expect(found.text).toBe('b.txt:1: a\n[Not searched, since they cannot be read: a.txt (denied).]');
    expect(found.details).toMatchObject({ unreadable: 1, matches: 1 });
  });

  test('searches one file, and shows its path as it was given', async () => {
    const found = await search(
      { 'd/a.txt': 'one\ntwo\n', '.gitignore': 'd' },
      { pattern: 't.o', path: './d/a.txt' },
    );
    expect(found.text).toBe('d/a.txt:2: two');
  });

  test('shows paths under a directory from the working directory on, or absolute as given', async () => {
    const sandbox = await open({ 'd/e/a.txt': 'x', 'b.txt': 'x' });
    const call = createCall(sandbox);
    expect((await call(grepTool, { pattern: 'x', path: 'd/' })).text).toBe('d/e/a.txt:1: x');
    expect((await call(grepTool, { pattern: 'x', path: `${sandbox.cwd}/d` })).text).toBe(
      `${sandbox.cwd}/d/e/a.txt:1: x`,
    );
  });

  test('include chooses files by name, or by path when it has a slash', async () => {
    const files = { 'a.ts': 'x', 'd/b.ts': 'x', 'd/c.tsx': 'x', 'd/e/f.md': 'x' };
    const paths = async (include: string) =>
      (await search(files, { pattern: 'x', include })).text.split('\n').map((line) => line.split(':')[0]);
    expect(await paths('*.ts')).toEqual(['a.ts', 'd/b.ts']);
    expect(await paths('d/*.{ts,tsx}')).toEqual(['d/b.ts', 'd/c.tsx']);
    expect(await paths('**/*.md')).toEqual(['d/e/f.md']);
    expect(await paths('d/')).toEqual(['d/b.ts', 'd/c.tsx', 'd/e/f.md']);
  });

  test('says when there is no file to search, or no match', async () => {
    const files = { 'a.ts': 'x', 'b.bin': 'x\0' };
    expect((await search(files, { pattern: 'x', include: '*.tsx' })).text).toBe(
      'No matches: there are no files that match include "*.tsx" in ".". Ignored files are not searched.',
    );
    const none = await search(files, { pattern: 'y' });
    expect(none.text).toBe('No matches for "y" in 1 file (1 binary left out).');
    expect(none.isError).toBe(false);
  });

  test('context shows lines around, with groups apart', async () => {
    const text = Array.from({ length: 12 }, (_, index) =>
      index % 5 === 1 ? `hit ${index + 1}` : `${index + 1}`,
    ).join('\n');
    const found = await search({ 'a.txt': text, 'b.txt': 'hit' }, { pattern: 'hit', context: 1 });
    expect(found.text.split('\n')).toEqual([
      'a.txt-1- 1',
      'a.txt:2: hit 2',
      'a.txt-3- 3',
      '--',
      'a.txt-6- 6',
      'a.txt:7: hit 7',
      'a.txt-8- 8',
      '--',
      'a.txt-11- 11',
      'a.txt:12: hit 12',
      '--',
      'b.txt:1: hit',
    ]);
    const joined = await search({ 'a.txt': 'hit\n2\nhit\n4' }, { pattern: 'hit', context: 2 });
    expect(joined.text.split('\n')).toEqual(['a.txt:1: hit', 'a.txt-2- 2', 'a.txt:3: hit', 'a.txt-4- 4']);
  });

  test('matches line by line: anchors, line ends and a byte order mark are no part of a line', async () => {
    const files = { 'a.txt': '\uFEFFfoo\r\nbar\r\n\r\nfoo bar' };
    const numbers = async (pattern: string) =>
      (await search(files, { pattern })).text.split('\n').map((line) => /:(\d+):/.exec(line)?.[1]);
    expect(await numbers('^foo$')).toEqual(['1']);
    expect(await numbers('bar$')).toEqual(['2', '4']);
    expect(await numbers('^$')).toEqual(['3']);
    expect(await numbers('\\Afoo')).toEqual(['1', '4']);
    expect(await numbers('bar\\z')).toEqual(['2', '4']);
    expect(await numbers('(?-m)^foo')).toEqual(['1', '4']);
    expect(await numbers('foo\\s+bar')).toEqual(['4']);
    expect(await numbers('(?i)FOO B')).toEqual(['4']);
  });

  test('hidden files are searched; .git, ignored and binary files are not', async () => {
    const files = {
      '.env': 'x',
      '.git/config': 'x',
      '.gitignore': 'dist/\n*.log\n!keep.log',
      'dist/a.js': 'x',
      'a.log': 'x',
      'keep.log': 'x',
      'sub/.gitignore': 'only-here.txt\n!b.log',
      'sub/only-here.txt': 'x',
      'sub/b.log': 'x',
      'only-here.txt': 'x',
      'bin.dat': 'x\0',
      'utf16.txt': Buffer.from('\uFEFFx', 'utf16le'),
    };
    const found = await search(files, { pattern: '^x' });
    expect(found.text.split('\n')).toEqual([
      '.env:1: x',
      'keep.log:1: x',
      'only-here.txt:1: x',
      'sub/b.log:1: x',
    ]);
    expect(found.details).toMatchObject({ binary: 2 });
  });

  test('ignore files above the searched directory count, unless they ignore that directory itself', async () => {
    const files = {
      '.gitignore': '*.log\nvendor/',
      'src/a.log': 'x',
      'src/a.ts': 'x',
      'vendor/lib/b.log': 'x',
    };
    expect((await search(files, { pattern: 'x', path: 'src' })).text).toBe('src/a.ts:1: x');
    expect((await search(files, { pattern: 'x', path: 'vendor/lib' })).text).toBe('vendor/lib/b.log:1: x');
  });

  test('the root of the repository bounds the ignore files above', async () => {
    const files = {
      '.gitignore': '*',
      'repo/.git/HEAD': '',
      'repo/.ignore': '*.md',
      'repo/d/a.ts': 'x',
      'repo/d/b.md': 'x',
    };
    expect((await search(files, { pattern: 'x', path: 'repo/d' })).text).toBe('repo/d/a.ts:1: x');
  });

  test('a long line is clipped around the match, never within a character', async () => {
    const line = `${'😀'.repeat(2000)}needle${'世'.repeat(2000)}`;
    const found = await search({ 'a.txt': line }, { pattern: 'needle' });
    const shown = found.text.replace('a.txt:1: ', '');
    expect(shown).toMatch(/^…😀+needle世+…$/u);
    expect(shown.length).toBeLessThanOrEqual(502);
    expect(shown.isWellFormed()).toBe(true);
  });

  test('shows 200 matching lines and announces that there are more', async () => {
    const found = await search({ 'a.txt': 'x\n'.repeat(150), 'b.txt': 'x\n'.repeat(150) }, { pattern: 'x' });
    const lines = found.text.split('\n');
    expect(lines).toHaveLength(201);
    expect(lines[199]).toBe('b.txt:50: x');
    expect(lines[200]).toContain('The first 200 matching lines are shown; there are more.');
    expect(found.details).toMatchObject({ matches: 200, truncated: true });
    const exact = await search({ 'a.txt': 'x\n'.repeat(200), 'b.txt': 'y' }, { pattern: 'x' });
    expect(exact.details).toMatchObject({ matches: 200, truncated: false });
  });

  test('F09 a file over 5 MB is left out of a walk and said so, and searched when it is named', async () => {
    const big = `${'some text\n'.repeat(600_000)}needle\n`;
    const call = createCall(await open({ 'big.log': big, 'a.txt': 'needle' }));
    const walked = await call(grepTool, { pattern: 'needle' });
    expect(walked.text).toBe(
      'a.txt:1: needle\n[Files over 5 MB are not searched: 1 left out. Name one as path to search it.]',
    );
    expect((await call(grepTool, { pattern: 'needle', path: 'big.log' })).text).toBe(
      'big.log:600001: needle',
    );
  });

  test('F09 the number of a line is right behind one of several megabytes', async () => {
    const text = `${'x'.repeat(3_000_000)}needle\nsecond needle\n`;
    const found = await search({ 'a.txt': text }, { pattern: 'needle' });
    expect(found.text.split('\n').map((line) => line.split(':')[1])).toEqual(['1', '2']);
  });

  test('a named binary file is an error', async () => {
    const call = createCall(await open({ 'a.bin': 'a\0b' }));
    await expect(call(grepTool, { pattern: 'a', path: 'a.bin' })).rejects.toThrow(
      '"a.bin": it is a binary file',
    );
  });

  test('C22 bytes cut by a chunk are still one character', async () => {
    const text = `${'世'.repeat(300_000)}\n${'a世'.repeat(10)}\n`;
    const found = await search({ 'a.txt': text }, { pattern: '^(a世){10}$' });
    expect(found.text).toBe(`a.txt:2: ${'a世'.repeat(10)}`);
  });

  test('an abort ends a search', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [`${index}.txt`, 'some text\n'.repeat(2000)]),
    );
    const sandbox = await open(files);
    const controller = new AbortController();
    setTimeout(() => controller.abort(new Error('enough')), 5);
    const searching = createCall(sandbox)(grepTool, { pattern: '(s.*){3}no' }, controller.signal);
    await expect(searching).rejects.toThrow('enough');
  });
});

describe('grep and links', () => {
  test('F03 links are not followed, in or out', async () => {
    const outside = await openLocal({ 'secret.txt': 'needle' });
    const sandbox = await openLocal({ 'a.txt': 'needle' });
    await symlink(join(outside.cwd, 'secret.txt'), join(sandbox.cwd, 'b.txt'));
    await symlink(outside.cwd, join(sandbox.cwd, 'out'));
    await symlink('a.txt', join(sandbox.cwd, 'c.txt'));
    const call = createCall(sandbox);
    expect((await call(grepTool, { pattern: 'needle' })).text).toBe('a.txt:1: needle');
    await expect(call(grepTool, { pattern: 'needle', path: 'out' })).rejects.toMatchObject({
      reason: 'denied',
    });
    await expect(call(grepTool, { pattern: 'needle', path: 'b.txt' })).rejects.toMatchObject({
      reason: 'denied',
    });
  });
});

describe('grep among many files', () => {
  test('10,000 files are searched in a moment', async () => {
    const files: Files = {};
    for (let index = 0; index < 10_000; index++) {
      files[`src/m${index % 100}/d${index % 10}/file-${index}.ts`] =
        `export const value${index} = ${index};\n`.repeat(30);
    }
    const call = createCall(await openVirtual({ ...files, '.gitignore': 'node_modules\ndist/\n*.log\n' }));
    const startedAt = performance.now();
    const found = await call(grepTool, { pattern: 'value(9998|9999) =', include: '*.ts' });
    expect(found.details).toMatchObject({ matches: 60, searched: 10_000 });
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  test('S07 a pattern that is slow on a text lets other work run meanwhile', async () => {
    let state = 1;
    const letter = () => {
      state = (state * 48271) % 2147483647;
      return state % 2 === 0 ? 'a' : 'b';
    };
    const line = () => `${Array.from({ length: 1000 }, letter).join('')}\n`;
    const call = createCall(await openVirtual({ 'a.txt': Array.from({ length: 150 }, line).join('') }));
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 1);
    const startedAt = performance.now();
    const found = await call(grepTool, { pattern: '(?i)a[ab]{100}c|b[ab]{100}d' });
    const took = performance.now() - startedAt;
    clearInterval(timer);
    expect(found.details).toMatchObject({ matches: 0, searched: 1 });
    expect(longest).toBeGreaterThan(0);
    expect(longest).toBeLessThan(Math.max(took / 2, 200));
  });
});

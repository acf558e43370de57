import { expect, test } from 'vitest';
import type { Sandbox } from '../../../src/ports/sandbox.js';
import { editTool } from '../../../src/tools/builtin/edit.js';
import { createCall } from './call-tool.js';
import { describeOnBoth, type Files, type OpenSandbox } from './sandboxes.js';

async function edit(open: OpenSandbox, content: string | Uint8Array, input: Record<string, unknown>) {
  const sandbox = await open({ 'a.txt': content });
  const result = await createCall(sandbox)(editTool, { path: 'a.txt', ...input });
  return { ...result, content: await sandbox.readFile('a.txt') };
}

/** Reads twice, with `between` run after the first read. */
function interrupt(sandbox: Sandbox, between: () => Promise<void>): Sandbox {
  let reads = 0;
  return {
    ...sandbox,
    cwd: sandbox.cwd,
    capabilities: sandbox.capabilities,
    async readFileBuffer(path, range) {
      const bytes = await sandbox.readFileBuffer(path, range);
      reads++;
      if (reads === 1) await between();
      return bytes;
    },
  };
}

describeOnBoth('edit', (open) => {
  test('replaces the one occurrence and tells the line', async () => {
    const edited = await edit(open, 'one\ntwo\nthree\n', { oldText: 'two', newText: '2\n2b' });
    expect(edited.content).toBe('one\n2\n2b\nthree\n');
    expect(edited.text).toBe('Edited "a.txt": replaced 1 occurrence at line 2.');
    expect(edited.details).toEqual({
      path: 'a.txt',
      replacements: 1,
      lines: [2],
      bytes: 15,
      diff: '@@ line 2 @@\n-two\n+2\n+2b',
    });
  });

  test('F12 takes the replacement literally', async () => {
    const newText = "$& $1 $$ $` $' \\n";
    const edited = await edit(open, 'a X b', { oldText: 'X', newText });
    expect(edited.content).toBe(`a ${newText} b`);
    const all = await edit(open, 'X X', { oldText: 'X', newText: '$&', replaceAll: true });
    expect(all.content).toBe('$& $&');
  });

  test('F12 takes the text to find literally', async () => {
    const edited = await edit(open, 'axb a.b', { oldText: 'a.b', newText: 'c' });
    expect(edited.content).toBe('axb c');
  });

  test('F12 refuses an empty oldText and one that is the newText', async () => {
    const call = createCall(await open({ 'a.txt': 'a' }));
    const empty = call(editTool, { path: 'a.txt', oldText: '', newText: 'b' });
    await expect(empty).rejects.toMatchObject({ message: expect.stringMatching('oldText is empty') });
    const same = call(editTool, { path: 'a.txt', oldText: 'a', newText: 'a' });
    await expect(same).rejects.toThrow('the same');
  });

  test('F12 no match is an error with the count', async () => {
    const missed = await edit(open, 'one\n', { oldText: 'two', newText: 'x' });
    expect(missed).toMatchObject({ isError: true, content: 'one\n', details: { path: 'a.txt', matches: 0 } });
    expect(missed.text).toContain('not found in "a.txt" (0 matches)');
  });

  test('a match but for whitespace is pointed out', async () => {
    const missed = await edit(open, 'x\n\tif (a) {\n\t\tb();\n\t}\n', {
      oldText: '  if (a) {\n    b();\n  }',
      newText: 'c',
    });
    expect(missed.isError).toBe(true);
    expect(missed.text).toContain('The text at line 2 differs from it only in whitespace');
  });

  test('F12 several matches are an error with the count and their lines', async () => {
    const content = 'x\n'.repeat(12);
    const several = await edit(open, content, { oldText: 'x', newText: 'y' });
    expect(several).toMatchObject({ isError: true, content, details: { matches: 12 } });
    expect(several.text).toContain(
      'occurs 12 times in "a.txt", at lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and 2 more.',
    );
  });

  test('F12 overlapping matches are counted once, from the left', async () => {
    expect((await edit(open, 'aaa', { oldText: 'aa', newText: 'b' })).content).toBe('ba');
    expect((await edit(open, 'aaaa', { oldText: 'aa', newText: 'b' })).details.matches).toBe(2);
    const all = await edit(open, 'aaaaa', { oldText: 'aa', newText: 'b', replaceAll: true });
    expect(all.content).toBe('bba');
  });

  test('replaceAll replaces every one', async () => {
    const edited = await edit(open, 'a\nb\na\n', { oldText: 'a', newText: '', replaceAll: true });
    expect(edited.content).toBe('\nb\n\n');
    expect(edited.text).toContain('replaced 2 occurrences at lines 1, 3.');
    expect(edited.details.diff).toBe('@@ line 1 @@\n-a\n+\n@@ line 3 @@\n-a\n+');
  });

  test('E4 F11 a CRLF file with a byte order mark keeps both', async () => {
    const edited = await edit(open, '\uFEFFone\r\ntwo\r\nthree\r\n', {
      oldText: 'one\ntwo',
      newText: '1\n1b\n2',
    });
    expect(edited.content).toBe('\uFEFF1\r\n1b\r\n2\r\nthree\r\n');
  });

  test('E4 also with replaceAll, and for a new line in the middle of one', async () => {
    const all = await edit(open, 'a\r\nx\r\na\r\nx\r\n', {
      oldText: 'a\nx',
      newText: 'b\ny\nz',
      replaceAll: true,
    });
    expect(all.content).toBe('b\r\ny\r\nz\r\nb\r\ny\r\nz\r\n');
    const inserted = await edit(open, 'one two\r\nthree', { oldText: 'one ', newText: 'one\n' });
    expect(inserted.content).toBe('one\r\ntwo\r\nthree');
    const last = await edit(open, 'one\r\ntwo', { oldText: 'two', newText: 'two\nthree' });
    expect(last.content).toBe('one\r\ntwo\r\nthree');
  });

  test('F11 in a file of mixed line ends only the matched region changes', async () => {
    const edited = await edit(open, 'a\r\nb\nc\r\nd\n', { oldText: 'b\nc\nd', newText: 'B\nD' });
    expect(edited.content).toBe('a\r\nB\nD\n');
  });

  test('F11 a line feed at the start of oldText takes its carriage return with it', async () => {
    const edited = await edit(open, 'a\r\nb\r\nc', { oldText: '\nb', newText: '\nB' });
    expect(edited.content).toBe('a\r\nB\r\nc');
  });

  test('with carriage returns in it the text means bytes', async () => {
    const edited = await edit(open, 'a\r\nb\r\n', { oldText: 'a\r\nb\r\n', newText: 'a\nb\n' });
    expect(edited.content).toBe('a\nb\n');
    const missed = await edit(open, 'a\nb\n', { oldText: 'a\r\nb', newText: 'x' });
    expect(missed.text).toContain('0 matches');
  });

  test('a missing final newline stays missing', async () => {
    expect((await edit(open, 'a\nb', { oldText: 'a', newText: 'c' })).content).toBe('c\nb');
  });

  test('F10 refuses files that are not text', async () => {
    const files: Files = { nul: Buffer.from('a\0b'), utf16: Buffer.from('\uFEFFa', 'utf16le') };
    const call = createCall(await open(files));
    await expect(call(editTool, { path: 'nul', oldText: 'a', newText: 'b' })).rejects.toThrow(
      'a binary file (3 bytes)',
    );
    await expect(call(editTool, { path: 'utf16', oldText: 'a', newText: 'b' })).rejects.toThrow('UTF-16');
  });

  test('F10 bytes that are no UTF-8 are the same after an edit beside them', async () => {
    const sandbox = await open({ 'latin.txt': Buffer.from('caf\xe9 one \xff\r\n', 'latin1') });
    await createCall(sandbox)(editTool, { path: 'latin.txt', oldText: 'one', newText: 'zwei – drei' });
    const expected = [
      Buffer.from('caf\xe9 ', 'latin1'),
      Buffer.from('zwei – drei'),
      Buffer.from(' \xff\r\n', 'latin1'),
    ];
    expect(Buffer.from(await sandbox.readFileBuffer('latin.txt'))).toEqual(Buffer.concat(expected));
  });

  test('a file that does not exist, and a directory, are errors', async () => {
    const call = createCall(await open({ 'd/x': '' }));
    await expect(call(editTool, { path: 'no', oldText: 'a', newText: 'b' })).rejects.toMatchObject({
      reason: 'not-found',
    });
    await expect(call(editTool, { path: 'd', oldText: 'a', newText: 'b' })).rejects.toMatchObject({
      reason: 'is-a-directory',
    });
  });

  test('B32 F13 twenty parallel edits of one file all land', async () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}.`);
    const sandbox = await open({ 'seq.txt': lines.join('\n') });
    const call = createCall(sandbox);
    const edits = Array.from({ length: 20 }, (_, index) => {
      const path = index % 2 === 0 ? 'seq.txt' : `${sandbox.cwd}/./seq.txt`;
      return call(editTool, { path, oldText: `line ${index * 5 + 1}.`, newText: `edited ${index}.` });
    });
    for (const result of await Promise.all(edits)) expect(result.isError).toBe(false);
    const text = await sandbox.readFile('seq.txt');
    for (let index = 0; index < 20; index++) expect(text).toContain(`edited ${index}.`);
    expect(text.split('\n')).toHaveLength(100);
  });

  test('F13 a file that something else changes meanwhile is left as that left it', async () => {
    const sandbox = await open({ 'a.txt': 'one two' });
    const call = createCall(interrupt(sandbox, () => sandbox.writeFile('a.txt', 'one two three')));
    const editing = call(editTool, { path: 'a.txt', oldText: 'one', newText: '1' });
    await expect(editing).rejects.toThrow('was changed by something else');
    expect(await sandbox.readFile('a.txt')).toBe('one two three');
  });

  test('S04 writes nothing once it is aborted', async () => {
    const sandbox = await open({ 'a.txt': 'one' });
    const controller = new AbortController();
    const call = createCall(interrupt(sandbox, async () => controller.abort(new Error('stop'))));
    const editing = call(editTool, { path: 'a.txt', oldText: 'one', newText: '1' }, controller.signal);
    await expect(editing).rejects.toThrow('stop');
    expect(await sandbox.readFile('a.txt')).toBe('one');
  });
});

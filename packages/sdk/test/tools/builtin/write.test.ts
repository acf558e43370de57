import { expect, test } from 'vitest';
import { writeTool } from '../../../src/tools/builtin/write.js';
import { createCall } from './call-tool.js';
import { describeOnBoth } from './sandboxes.js';

describeOnBoth('write', (open) => {
  test('makes a file and its parents, and says how long it is', async () => {
    const sandbox = await open();
    const written = await createCall(sandbox)(writeTool, { path: 'a/b/c.txt', content: '世界\n' });
    expect(written.text).toBe('Created "a/b/c.txt": 7 bytes.');
    expect(written.details).toEqual({ path: 'a/b/c.txt', bytes: 7, created: true });
    expect(await sandbox.readFile('a/b/c.txt')).toBe('世界\n');
  });

  test('replaces a file whole and says what it was', async () => {
    const sandbox = await open({ 'a.txt': 'a long text' });
    const written = await createCall(sandbox)(writeTool, { path: 'a.txt', content: '' });
    expect(written.text).toBe('Overwrote "a.txt", which had 11 bytes: 0 bytes.');
    expect(written.details).toMatchObject({ created: false, bytes: 0 });
    expect(await sandbox.readFile('a.txt')).toBe('');
  });

  test('refuses a directory', async () => {
    const sandbox = await open({ 'd/x.txt': 'x' });
    await expect(createCall(sandbox)(writeTool, { path: 'd', content: 'y' })).rejects.toMatchObject({
      reason: 'is-a-directory',
      message: 'Cannot write "d": it is a directory.',
    });
    expect(await sandbox.readFile('d/x.txt')).toBe('x');
  });

  test('refuses a path through a file', async () => {
    const sandbox = await open({ 'a.txt': 'x' });
    const writing = createCall(sandbox)(writeTool, { path: 'a.txt/b.txt', content: 'y' });
    await expect(writing).rejects.toMatchObject({ code: 'path_failed', path: 'a.txt/b.txt' });
  });

  test('F10 refuses text that UTF-8 cannot hold, with nothing written', async () => {
    const sandbox = await open();
    const writing = createCall(sandbox)(writeTool, { path: 'a.txt', content: 'half \ud83d' });
    await expect(writing).rejects.toThrow('content has a broken character');
    expect(await sandbox.exists('a.txt')).toBe(false);
  });

  test('F13 writes to one file run one after another, whatever its spelling', async () => {
    const sandbox = await open();
    const call = createCall(sandbox);
    const paths = ['a.txt', './a.txt', `${sandbox.cwd}/a.txt`, 'x/../a.txt'];
    const written = await Promise.all(
      paths.map((path, index) => call(writeTool, { path, content: `${index}`.repeat(1000) })),
    );
    expect(written.map(({ details }) => details.created)).toEqual([true, false, false, false]);
    expect(await sandbox.readFile('a.txt')).toBe('3'.repeat(1000));
  });

  test('S04 writes nothing once it is aborted while it waits for its turn', async () => {
    const sandbox = await open({ 'a.txt': 'before' });
    const controller = new AbortController();
    const call = createCall({
      ...sandbox,
      cwd: sandbox.cwd,
      capabilities: sandbox.capabilities,
      async stat(path) {
        controller.abort(new Error('stop'));
        return sandbox.stat(path);
      },
    });
    const writing = call(writeTool, { path: 'a.txt', content: 'after' }, controller.signal);
    await expect(writing).rejects.toThrow('stop');
    expect(await sandbox.readFile('a.txt')).toBe('before');
  });

  test('S01 B36 a path is never a shell command', async () => {
    const sandbox = await open();
    const path = "a'; touch M; '$(touch M)";
    await createCall(sandbox)(writeTool, { path, content: 'x' });
    expect(await sandbox.readdir('.')).toEqual([path]);
  });
});

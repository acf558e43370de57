import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/ports/sandbox.js';
import { readTool } from '../../../src/tools/builtin/read.js';
import { createCall } from './call-tool.js';
import { describeOnBoth, openVirtual } from './sandboxes.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}\n`).join('');

describeOnBoth('read', (open) => {
  test('C22 gives a small file exactly as it is', async () => {
    const text = '世界 —\nzwei\r\n\tdrei 😀';
    const call = createCall(await open({ 'a.txt': text }));
    const read = await call(readTool, { path: 'a.txt' });
    expect(read.text).toBe(text);
    expect(read.details).toMatchObject({ path: 'a.txt', totalLines: 3, truncated: false, bom: false });
  });

  test('pages by lines and says how to go on', async () => {
    const call = createCall(await open({ 'long.txt': numbered(2500) }));
    const first = await call(readTool, { path: 'long.txt' });
    expect(first.text).toBe(`${numbered(2000)}[Lines 1-2000 of 2500; continue with offset=2001.]`);
    const second = await call(readTool, { path: 'long.txt', offset: 2001 });
    expect(second.text).toMatch(/^line 2001\n/);
    expect(second.text).toMatch(/line 2500\n\[Lines 2001-2500 of 2500, the end\.\]$/);
    const part = await call(readTool, { path: 'long.txt', offset: 10, limit: 2 });
    expect(part.text).toBe('line 10\nline 11\n[Lines 10-11 of 2500; continue with offset=12.]');
    expect(part.details).toMatchObject({ firstLine: 10, lastLine: 11, totalLines: 2500, truncated: true });
  });

  test('pages by bytes, never more than 50 KB and never within a character', async () => {
    const line = `${'世'.repeat(300)}\n`;
    const text = line.repeat(200);
    const call = createCall(await open({ 'wide.txt': text }));
    let all = '';
    let offset: number | undefined = 1;
    while (offset !== undefined) {
      const read = await call(readTool, { path: 'wide.txt', offset });
      expect(Buffer.byteLength(read.text)).toBeLessThanOrEqual(51_200);
      expect(read.text).not.toContain('\uFFFD');
      all += read.text.replace(/\[Lines .*\]$/, '');
      const next = /offset=(\d+)/.exec(read.text);
      offset = next ? Number(next[1]) : undefined;
    }
    expect(all).toBe(text);
  });

  test('E6 shows the head of a line longer than a page, says how long it is, and goes on after it', async () => {
    const long = 'é'.repeat(30_000);
    const call = createCall(await open({ 'a.txt': `${long}\nnext\n` }));
    const read = await call(readTool, { path: 'a.txt' });
    const [head = '', ...notices] = read.text.split('\n');
    expect(long.startsWith(head)).toBe(true);
    expect(head.length).toBeGreaterThan(20_000);
    expect(notices[0]).toBe(
      `[Line 1 is 60001 bytes long; its first ${Buffer.byteLength(head)} bytes are shown, the rest is not. grep shows what is around a match in it.]`,
    );
    expect(notices[1]).toBe('[Lines 1-1 of 2; continue with offset=2.]');
    const next = await call(readTool, { path: 'a.txt', offset: 2 });
    expect(next.text).toBe('next\n[Lines 2-2 of 2, the end.]');
  });

  test('a long line in the middle begins a page of its own', async () => {
    const call = createCall(await open({ 'a.txt': `one\n${'x'.repeat(60_000)}\nthree\n` }));
    const first = await call(readTool, { path: 'a.txt' });
    expect(first.text).toBe('one\n[Lines 1-1 of 3; continue with offset=2.]');
    const second = await call(readTool, { path: 'a.txt', offset: 2 });
    expect(second.text).toContain('[Line 2 is 60001 bytes long;');
    expect(second.text).toContain('continue with offset=3.');
  });

  test('F09 a 20 MB line is not read whole, and the line behind it is found', async () => {
    const sandbox = await open({ 'huge.txt': `${'x'.repeat(20 * 1024 * 1024)}\nafter\n` });
    const counted = countReads(sandbox);
    const first = await createCall(counted.sandbox)(readTool, { path: 'huge.txt' });
    expect(first.text).toContain('[Line 1 is very long;');
    expect(first.text).toContain(`of a file of ${20 * 1024 * 1024 + 7} bytes; continue with offset=2.`);
    expect(counted.bytes()).toBeLessThan(6 * 1024 * 1024);
    expect(counted.largest()).toBeLessThanOrEqual(256 * 1024);
    const second = await createCall(counted.sandbox)(readTool, { path: 'huge.txt', offset: 2 });
    expect(second.text).toBe('after\n[Lines 2-2 of 2, the end.]');
    expect(counted.largest()).toBeLessThanOrEqual(256 * 1024);
  });

  test('F09 lines far behind the page are not counted', async () => {
    const sandbox = await open({ 'log.txt': 'a line of a log\n'.repeat(600_000) });
    const counted = countReads(sandbox);
    const read = await createCall(counted.sandbox)(readTool, { path: 'log.txt', limit: 1 });
    expect(read.text).toBe(
      'a line of a log\n[Lines 1-1 of a file of 9600000 bytes; continue with offset=2.]',
    );
    expect(counted.bytes()).toBeLessThan(5 * 1024 * 1024);
    expect(read.details.totalLines).toBeUndefined();
  });

  test('an offset past the end is an error that names the number of lines', async () => {
    const call = createCall(await open({ 'a.txt': 'one\ntwo' }));
    await expect(call(readTool, { path: 'a.txt', offset: 3 })).rejects.toThrow(
      'offset 3 is past the end: the file "a.txt" has 2 lines.',
    );
  });

  test('an empty file says so', async () => {
    const call = createCall(await open({ 'a.txt': '', 'bom.txt': '\uFEFF' }));
    expect((await call(readTool, { path: 'a.txt' })).text).toBe('[The file is empty.]');
    expect((await call(readTool, { path: 'bom.txt' })).text).toBe('[The file is empty.]');
    await expect(call(readTool, { path: 'a.txt', offset: 2 })).rejects.toThrow('has 0 lines');
  });

  test('F11 a byte order mark is not shown as text', async () => {
    const call = createCall(await open({ 'a.txt': '\uFEFFone\ntwo\n' }));
    const read = await call(readTool, { path: 'a.txt' });
    expect(read.text).toBe('one\ntwo\n');
    expect(read.details).toMatchObject({ bom: true });
  });

  test('F10 a binary file is refused with its size', async () => {
    const files = {
      nul: Buffer.from('ab\0cd'),
      invalid: Buffer.from([0x61, 0xff, 0x62]),
      utf16: Buffer.from('\uFEFFhi', 'utf16le'),
    };
    const call = createCall(await open(files));
    await expect(call(readTool, { path: 'nul' })).rejects.toThrow(
      'Cannot show "nul": it is binary (5 bytes).',
    );
    await expect(call(readTool, { path: 'invalid' })).rejects.toThrow('encoding other than UTF-8 (3 bytes)');
    await expect(call(readTool, { path: 'utf16' })).rejects.toThrow('UTF-16 text, not UTF-8 (6 bytes)');
  });

  test('F10 what is no text further on is shown as U+FFFD and said', async () => {
    const text = Buffer.concat([Buffer.from('a\n'.repeat(200_000)), Buffer.from([0xff, 0x00, 0x0a])]);
    const call = createCall(await open({ 'a.txt': text }));
    const read = await call(readTool, { path: 'a.txt', offset: 200_001 });
    expect(read.text).toBe(
      '\uFFFD\uFFFD\n[Lines 200001-200001 of 200001, the end.]\n[Bytes that are no text are shown as \uFFFD.]',
    );
  });

  test('an image comes back as an image, by what it is and not by its name', async () => {
    const call = createCall(await open({ 'picture.txt': PNG }));
    const read = await call(readTool, { path: 'picture.txt' });
    expect(read.content).toEqual([
      { type: 'text', text: `[image/png, ${PNG.length} bytes]` },
      { type: 'image', mimeType: 'image/png', data: PNG.toString('base64') },
    ]);
  });

  test('an image too large for providers is refused before it is read', async () => {
    const image = Buffer.concat([PNG, Buffer.alloc(4 * 1024 * 1024)]);
    const counted = countReads(await open({ 'a.png': image }));
    const reading = createCall(counted.sandbox)(readTool, { path: 'a.png' });
    await expect(reading).rejects.toThrow(`the image is ${image.length} bytes; at most 3932160 can be shown`);
    expect(counted.bytes()).toBeLessThan(512 * 1024);
  });

  test('a directory is listed, directories with a slash', async () => {
    const call = createCall(await open({ 'd/b.txt': '', 'd/sub/x': '', 'd/two\nlines': '' }));
    const read = await call(readTool, { path: 'd' });
    expect(read.text).toBe('b.txt\nsub/\n"two\\nlines"\n');
    expect(read.details).toMatchObject({ kind: 'directory', path: 'd', totalLines: 3 });
    expect((await call(readTool, { path: 'd', offset: 2, limit: 1 })).text).toBe(
      'sub/\n[Entries 2-2 of 3; continue with offset=3.]',
    );
  });

  test('a missing file is an error with the path as it was given', async () => {
    const call = createCall(await open());
    await expect(call(readTool, { path: './nope.txt' })).rejects.toMatchObject({
      code: 'path_failed',
      reason: 'not-found',
      path: './nope.txt',
    });
  });

  test('an abort ends a long read', async () => {
    const sandbox = await open({ 'a.txt': 'x\n'.repeat(3_000_000) });
    const controller = new AbortController();
    const slow = countReads(sandbox, () => controller.abort(new Error('enough')));
    const reading = createCall(slow.sandbox)(
      readTool,
      { path: 'a.txt', offset: 2_900_000 },
      controller.signal,
    );
    await expect(reading).rejects.toThrow('enough');
    expect(slow.bytes()).toBeLessThan(1024 * 1024);
  });
});

describe('the parameters of read', () => {
  test('are checked: no offset or limit below 1, nothing unknown', async () => {
    for (const input of [{ path: 'a', offset: 0 }, { path: 'a', limit: 0 }, { path: 'a', start: 1 }, {}]) {
      expect(await readTool.parse(input)).toMatchObject({ ok: false });
    }
    expect(await readTool.parse({ path: 'a', offset: '10' })).toEqual({
      ok: true,
      value: { path: 'a', offset: 10 },
    });
  });

  test('F09 a 1 GB file is read in small ranges', async () => {
    const size = 1024 * 1024 * 1024;
    const line = Buffer.from('0123456789abcde\n');
    const chunk = Buffer.alloc(256 * 1024, line);
    const files = await openVirtual();
    const sandbox: Sandbox = {
      ...bind(files),
      stat: async () => ({
        isFile: true,
        isDirectory: false,
        isSymbolicLink: false,
        size,
        mtime: new Date(0),
      }),
      readFileBuffer: async (_path, range = {}) => {
        const { start = 0, end = size } = range;
        return chunk.subarray(0, Math.min(end, size) - start);
      },
    };
    const before = process.memoryUsage().rss;
    const read = await createCall(sandbox)(readTool, { path: 'big', offset: 60_000_000, limit: 1 });
    expect(read.text).toMatch(/^0123456789abcde\n\[Lines 60000000-60000000 of /);
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  });
});

/** Every method bound, so that some can be replaced. */
function bind(sandbox: Sandbox): Sandbox {
  return {
    ...sandbox,
    cwd: sandbox.cwd,
    capabilities: sandbox.capabilities,
    canonicalPath: (path) => sandbox.canonicalPath(path),
    resolvePath: (path) => sandbox.resolvePath(path),
  };
}

function countReads(sandbox: Sandbox, onRead: () => void = () => undefined) {
  let total = 0;
  let largest = 0;
  const counting: Sandbox = {
    ...bind(sandbox),
    async readFileBuffer(path, range) {
      const bytes = await sandbox.readFileBuffer(path, range);
      total += bytes.length;
      largest = Math.max(largest, bytes.length);
      onRead();
      return bytes;
    },
  };
  return { sandbox: counting, bytes: () => total, largest: () => largest };
}

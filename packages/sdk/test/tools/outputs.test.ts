import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Sandbox } from '../../src/ports/sandbox.js';
import { grepTool } from '../../src/tools/builtin/grep.js';
import { readTool } from '../../src/tools/builtin/read.js';
import { OUTPUTS_DIRECTORY, outputPath, withOutputs } from '../../src/tools/outputs.js';
import { createCall } from './builtin/call-tool.js';
import { openVirtual } from './builtin/sandboxes.js';

const TEXT = 'first line\nzweite Zeile 世界\nthird line\n';
const DIGEST = createHash('sha256').update(TEXT).digest('hex');
const PATH = outputPath(DIGEST);

async function openView(): Promise<{ view: Sandbox; below: Sandbox; reads: string[] }> {
  const below = await openVirtual({ 'sub/a.txt': 'a' });
  const reads: string[] = [];
  const view = withOutputs(below, async (digest) => {
    reads.push(digest);
    return digest === DIGEST ? Buffer.from(TEXT) : undefined;
  });
  return { view, below, reads };
}

describe('a kept output', () => {
  test('has a path of its own', () => {
    expect(PATH).toBe(`/.flue/outputs/${DIGEST}.txt`);
    expect(OUTPUTS_DIRECTORY).toBe('/.flue/outputs');
  });

  test('is read like a file, whole and in ranges, by any spelling of its path', async () => {
    const { view } = await openView();
    expect(await view.readFile(PATH)).toBe(TEXT);
    expect(await view.readFile(`/tmp/../.flue/./outputs/${DIGEST}.txt`)).toBe(TEXT);
    expect(Buffer.from(await view.readFileBuffer(PATH, { start: 6, end: 10 })).toString()).toBe('line');
    expect((await view.readFileBuffer(PATH, { start: 1000, end: 2000 })).length).toBe(0);
    expect(await view.exists(PATH)).toBe(true);
    expect(await view.stat(PATH)).toMatchObject({
      isFile: true,
      isDirectory: false,
      size: Buffer.byteLength(TEXT),
    });
    expect(await view.canonicalPath(PATH)).toBe(PATH);
  });

  test('is shown by read and searched by grep', async () => {
    const call = createCall((await openView()).view);
    expect((await call(readTool, { path: PATH, offset: 2, limit: 1 })).text).toContain('zweite Zeile 世界\n');
    expect((await call(grepTool, { path: PATH, pattern: 'th?ir' })).text).toBe(`${PATH}:3: third line`);
  });

  test('comes from the store once for many ranges', async () => {
    const { view, reads } = await openView();
    for (let start = 0; start < 20; start++) await view.readFileBuffer(PATH, { start, end: start + 1 });
    expect(reads).toEqual([DIGEST]);
  });

  test('is not there when the store does not have it, or the name is none of an output', async () => {
    const { view } = await openView();
    const paths = [
      outputPath('0'.repeat(64)),
      `${OUTPUTS_DIRECTORY}/x.txt`,
      `${OUTPUTS_DIRECTORY}/${DIGEST}`,
      OUTPUTS_DIRECTORY,
    ];
    for (const path of paths) {
      expect(await view.exists(path)).toBe(false);
      await expect(view.readFile(path)).rejects.toMatchObject({ reason: 'not-found', path });
      await expect(view.stat(path)).rejects.toMatchObject({ reason: 'not-found' });
    }
  });

  test('cannot be written, removed, listed or given a neighbour', async () => {
    const { view, below } = await openView();
    const other = `${OUTPUTS_DIRECTORY}/mine.txt`;
    const refused = [
      view.writeFile(PATH, 'x'),
      view.writeFile(other, 'x'),
      view.writeFiles([
        { path: 'new.txt', content: 'x' },
        { path: other, content: 'x' },
      ]),
      view.rm(PATH),
      view.rm(OUTPUTS_DIRECTORY, { recursive: true, force: true }),
      view.mkdir(`${OUTPUTS_DIRECTORY}/d`, { recursive: true }),
      view.readdir(OUTPUTS_DIRECTORY),
      view.readdirWithTypes(OUTPUTS_DIRECTORY),
    ];
    for (const result of await Promise.allSettled(refused)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'path_failed', reason: 'denied' } });
    }
    expect(await below.exists('new.txt')).toBe(false);
    expect(await below.exists(OUTPUTS_DIRECTORY)).toBe(false);
    expect(await view.readFile(PATH)).toBe(TEXT);
  });
});

describe('everything else', () => {
  test('is the sandbox as it was', async () => {
    const { view, below } = await openView();
    await view.writeFile('b.txt', 'b');
    await view.writeFiles([{ path: 'c/d.txt', content: 'd' }]);
    expect(await below.readFile('b.txt')).toBe('b');
    expect(await view.readFile('c/d.txt')).toBe('d');
    expect(await view.readdir('.')).toEqual(['b.txt', 'c', 'sub']);
    expect((await view.exec('cat b.txt')).stdout).toBe('b');
    await view.rm('b.txt');
    expect(await below.exists('b.txt')).toBe(false);
    expect(view.cwd).toBe(below.cwd);
    expect(view.capabilities).toEqual(below.capabilities);
    expect(view.resolvePath('x')).toBe(below.resolvePath('x'));
  });

  test('a name that only begins like the directory is an ordinary file', async () => {
    const { view, below } = await openView();
    await view.writeFile('/.flue/outputs-of-mine/x.txt', 'x');
    expect(await below.readFile('/.flue/outputs-of-mine/x.txt')).toBe('x');
  });

  test('the view goes along to another working directory', async () => {
    const moved = (await openView()).view.at('sub');
    expect(moved.cwd).toBe('/home/user/sub');
    expect(await moved.readFile('a.txt')).toBe('a');
    expect(await moved.readFile(PATH)).toBe(TEXT);
    await expect(moved.writeFile(PATH, 'x')).rejects.toMatchObject({ reason: 'denied' });
  });
});

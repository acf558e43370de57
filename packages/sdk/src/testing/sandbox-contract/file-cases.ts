import assert from 'node:assert/strict';
import type { SandboxCase } from '../sandbox-contract.js';

export const fileCases: readonly SandboxCase[] = [
  {
    name: 'text and bytes come back as they were written',
    async check(sandbox) {
      const text = '\uFEFFa\r\nb\0世界 🙂\n';
      await sandbox.writeFile('t', text);
      assert.equal(await sandbox.readFile('t'), text);
      const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
      await sandbox.writeFile('b', bytes);
      assert.deepEqual([...(await sandbox.readFileBuffer('b'))], [...bytes]);
      await sandbox.writeFile('e', '');
      assert.equal((await sandbox.readFileBuffer('e')).length, 0);
    },
  },
  {
    name: 'bytes that are no UTF-8 read as U+FFFD',
    async check(sandbox) {
      await sandbox.writeFile('b', Uint8Array.of(0x61, 0xff, 0x62));
      assert.equal(await sandbox.readFile('b'), 'a\uFFFDb');
    },
  },
  {
    name: 'a range reads from start to before end, as far as there is anything',
    async check(sandbox) {
      await sandbox.writeFile('f', '0123456789');
      const read = async (range: { start?: number; end?: number }) =>
        Buffer.from(await sandbox.readFileBuffer('f', range)).toString();
      assert.equal(await read({ start: 2, end: 5 }), '234');
      assert.equal(await read({ start: 7 }), '789');
      assert.equal(await read({ end: 3 }), '012');
      assert.equal(await read({ start: 8, end: 100 }), '89');
      assert.equal(await read({ start: 50, end: 60 }), '');
      assert.equal(await read({}), '0123456789');
    },
  },
  {
    name: 'a write makes missing parents and replaces the whole file',
    async check(sandbox) {
      await sandbox.writeFile('a/b/c.txt', 'long content');
      await sandbox.writeFile('a/b/c.txt', 'short');
      assert.equal(await sandbox.readFile('a/b/c.txt'), 'short');
      assert.deepEqual(await sandbox.readdir('a/b'), ['c.txt']);
    },
  },
  {
    name: 'what is written is a copy, and so is what is read',
    async check(sandbox) {
      const bytes = Uint8Array.of(1, 2, 3);
      await sandbox.writeFile('b', bytes);
      bytes[0] = 9;
      const read = await sandbox.readFileBuffer('b');
      read[1] = 9;
      assert.deepEqual([...(await sandbox.readFileBuffer('b'))], [1, 2, 3]);
    },
  },
  {
    name: 'writeFiles writes in order',
    async check(sandbox) {
      await sandbox.writeFiles([
        { path: 'x', content: 'first' },
        { path: 'd/y', content: Uint8Array.of(65) },
        { path: 'x', content: 'second' },
      ]);
      assert.equal(await sandbox.readFile('x'), 'second');
      assert.equal(await sandbox.readFile('d/y'), 'A');
    },
  },
  {
    name: 'twenty writes at once all land, and two to one file leave one of the two',
    async check(sandbox) {
      const names = Array.from({ length: 20 }, (_, i) => `p/${i}`);
      await Promise.all(names.map((name) => sandbox.writeFile(name, name.repeat(1000))));
      for (const name of names) assert.equal(await sandbox.readFile(name), name.repeat(1000));
      const [a, b] = ['a'.repeat(50_000), 'b'.repeat(80_000)];
      await Promise.all([sandbox.writeFile('same', a), sandbox.writeFile('same', b)]);
      const left = await sandbox.readFile('same');
      assert.ok(left === a || left === b);
    },
  },
  {
    name: 'stat tells files from directories, with the size in bytes and the time',
    async check(sandbox) {
      const before = Date.now() - 5000;
      await sandbox.writeFile('d/f', '世界');
      const file = await sandbox.stat('d/f');
      assert.deepEqual(
        [file.isFile, file.isDirectory, file.isSymbolicLink, file.size],
        [true, false, false, 6],
      );
      assert.ok(file.mtime instanceof Date && file.mtime.getTime() > before);
      const directory = await sandbox.stat('d');
      assert.deepEqual([directory.isFile, directory.isDirectory], [false, true]);
    },
  },
  {
    name: 'a listing has the names in code-unit order, and the types with them',
    async check(sandbox) {
      for (const name of ['b', 'Z', 'a', '10', '9', 'é', '.hidden']) await sandbox.writeFile(name, '');
      await sandbox.mkdir('dir');
      const names = ['.hidden', '10', '9', 'Z', 'a', 'b', 'dir', 'é'];
      assert.deepEqual(await sandbox.readdir('.'), names);
      assert.deepEqual(
        await sandbox.readdirWithTypes('.'),
        names.map((name) => ({ name, type: name === 'dir' ? 'directory' : 'file' })),
      );
      assert.deepEqual(await sandbox.readdir('dir'), []);
    },
  },
  {
    name: 'exists is true for files and directories, and never throws',
    async check(sandbox) {
      await sandbox.writeFile('d/f', '');
      const found = await Promise.all(
        ['d', 'd/f', 'd/g', 'd/f/x', 'nul\0', ''].map((path) => sandbox.exists(path)),
      );
      assert.deepEqual(found, [true, true, false, false, false, false]);
    },
  },
  {
    name: 'mkdir with recursive makes parents and accepts what is there; rm with recursive and force is the reverse',
    async check(sandbox) {
      await sandbox.mkdir('a/b/c', { recursive: true });
      await sandbox.mkdir('a/b/c', { recursive: true });
      await sandbox.writeFile('a/b/c/f', 'x');
      await sandbox.rm('a/b/c/f');
      await sandbox.rm('a', { recursive: true });
      await sandbox.rm('a', { recursive: true, force: true });
      assert.equal(await sandbox.exists('a'), false);
    },
  },
  {
    name: 'files and commands see the same',
    async check(sandbox) {
      await sandbox.writeFile('from-file', 'one\n');
      await sandbox.exec('cat from-file > from-shell; mkdir made; rm from-file');
      assert.equal(await sandbox.readFile('from-shell'), 'one\n');
      assert.deepEqual(await sandbox.readdir('.'), ['from-shell', 'made']);
    },
  },
];

import assert from 'node:assert/strict';
import type { SandboxCase } from '../sandbox-contract.js';
import { failsOnPath } from './rejection.js';

export const linkCases: readonly SandboxCase[] = [
  {
    name: 'files are read, written and listed through links',
    async check(sandbox) {
      await sandbox.writeFile('real/f', 'one');
      await sandbox.exec('ln -s real dir; ln -s real/f file');
      assert.equal(await sandbox.readFile('dir/f'), 'one');
      assert.equal(await sandbox.readFile('file'), 'one');
      assert.deepEqual(await sandbox.readdir('dir'), ['f']);
      await sandbox.writeFile('dir/g', 'two');
      assert.equal(await sandbox.readFile('real/g'), 'two');
      await sandbox.writeFile('file', 'three');
      assert.equal(await sandbox.readFile('real/f'), 'three');
      assert.equal((await sandbox.stat('file')).isSymbolicLink, true);
    },
  },
  {
    name: 'stat follows a link and says that it is one; a listing does not follow',
    async check(sandbox) {
      await sandbox.writeFile('f', '12345');
      await sandbox.exec('ln -s f l; ln -s nowhere broken');
      const { isFile, isSymbolicLink, size } = await sandbox.stat('l');
      assert.deepEqual([isFile, isSymbolicLink, size], [true, true, 5]);
      assert.deepEqual(await sandbox.readdirWithTypes('.'), [
        { name: 'broken', type: 'symlink' },
        { name: 'f', type: 'file' },
        { name: 'l', type: 'symlink' },
      ]);
      assert.equal(await sandbox.exists('broken'), false);
      await failsOnPath(sandbox.readFile('broken'), 'broken', 'not-found');
    },
  },
  {
    name: 'canonicalPath resolves links as far as the path exists',
    async check(sandbox) {
      await sandbox.writeFile('real/f', '');
      await sandbox.exec('ln -s real dir; ln -s dir again');
      assert.equal(await sandbox.canonicalPath('dir/f'), await sandbox.canonicalPath('real/f'));
      assert.equal(await sandbox.canonicalPath('again/f'), await sandbox.canonicalPath('real/f'));
      assert.equal(await sandbox.canonicalPath('again/new/x'), await sandbox.canonicalPath('real/new/x'));
    },
  },
  {
    name: 'links that go in a circle end in an error',
    async check(sandbox) {
      await sandbox.exec('ln -s b a; ln -s a b');
      await failsOnPath(sandbox.readFile('a'), 'a', 'loop');
      await failsOnPath(sandbox.stat('a'), 'a', 'loop');
      await failsOnPath(sandbox.canonicalPath('a/x'), 'a/x', 'loop');
      assert.equal(await sandbox.exists('a'), false);
    },
  },
  {
    name: 'rm removes the link, not what it leads to',
    async check(sandbox) {
      await sandbox.writeFile('real/f', 'kept');
      await sandbox.exec('ln -s real dir; ln -s real/f file; mkdir holder; ln -s ../real holder/inner');
      await sandbox.rm('file');
      await sandbox.rm('dir', { recursive: true });
      await sandbox.rm('holder', { recursive: true });
      assert.equal(await sandbox.readFile('real/f'), 'kept');
      assert.deepEqual(await sandbox.readdir('.'), ['real']);
    },
  },
];

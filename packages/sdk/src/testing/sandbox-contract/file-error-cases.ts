import assert from 'node:assert/strict';
import type { SandboxCase } from '../sandbox-contract.js';
import { failsOnPath } from './rejection.js';

export const fileErrorCases: readonly SandboxCase[] = [
  {
    name: 'what is not there is not-found, to every operation',
    async check(sandbox) {
      for (const path of ['nope', 'no/such/path']) {
        await failsOnPath(sandbox.readFile(path), path, 'not-found');
        await failsOnPath(sandbox.readFileBuffer(path), path, 'not-found');
        await failsOnPath(sandbox.stat(path), path, 'not-found');
        await failsOnPath(sandbox.readdir(path), path, 'not-found');
        await failsOnPath(sandbox.readdirWithTypes(path), path, 'not-found');
        await failsOnPath(sandbox.rm(path), path, 'not-found');
      }
      await failsOnPath(sandbox.mkdir('no/dir'), 'no/dir', 'not-found');
    },
  },
  {
    name: 'a directory is no file: not to read, not to write over',
    async check(sandbox) {
      await sandbox.writeFile('d/f', 'kept');
      await failsOnPath(sandbox.readFile('d'), 'd', 'is-a-directory');
      await failsOnPath(sandbox.writeFile('d', 'x'), 'd', 'is-a-directory');
      assert.equal(await sandbox.readFile('d/f'), 'kept');
    },
  },
  {
    name: 'a file is no directory: not to list, not to write under',
    async check(sandbox) {
      await sandbox.writeFile('f', 'kept');
      await failsOnPath(sandbox.readdir('f'), 'f', 'not-a-directory');
      await failsOnPath(sandbox.writeFile('f/x', 'y'), 'f/x', 'not-a-directory');
      await failsOnPath(sandbox.mkdir('f/x', { recursive: true }), 'f/x', 'not-a-directory');
      await failsOnPath(sandbox.readFile('f/x'), 'f/x', 'not-a-directory', 'not-found');
      assert.equal(await sandbox.readFile('f'), 'kept');
    },
  },
  {
    name: 'mkdir of something that exists, and rm of a directory with entries, are refused',
    async check(sandbox) {
      await sandbox.writeFile('d/f', '');
      await failsOnPath(sandbox.mkdir('d'), 'd', 'exists');
      await failsOnPath(sandbox.mkdir('d/f'), 'd/f', 'exists');
      await failsOnPath(sandbox.rm('d'), 'd', 'not-empty', 'is-a-directory');
      assert.equal(await sandbox.exists('d/f'), true);
    },
  },
  {
    name: 'a path with a NUL character, or an empty one, is invalid',
    async check(sandbox) {
      for (const path of ['a\0b', '']) {
        await failsOnPath(sandbox.readFile(path), path, 'invalid');
        await failsOnPath(sandbox.writeFile(path, 'x'), path, 'invalid');
      }
    },
  },
];

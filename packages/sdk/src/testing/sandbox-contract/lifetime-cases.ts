import assert from 'node:assert/strict';
import type { SandboxCase } from '../sandbox-contract.js';
import { rejection } from './rejection.js';

export const lifetimeCases: readonly SandboxCase[] = [
  {
    name: 'after dispose, which can be called twice, everything throws a SandboxError',
    async check(sandbox) {
      const view = sandbox.at('.');
      await sandbox.dispose();
      await sandbox.dispose();
      const uses = [
        () => sandbox.exec('true'),
        () => view.exec('true'),
        () => sandbox.readFile('f'),
        () => sandbox.writeFile('f', ''),
        () => sandbox.stat('.'),
        () => sandbox.readdir('.'),
        () => sandbox.mkdir('d'),
        () => sandbox.rm('f', { force: true }),
      ];
      for (const use of uses) assert.equal((await rejection(use())).code, 'sandbox_failed');
      assert.equal(await sandbox.exists('.'), false);
    },
  },
  {
    name: 'dispose ends the commands that still run',
    async check(sandbox) {
      const handle = sandbox.exec('sleep 30');
      await sandbox.dispose();
      assert.equal((await rejection(handle)).code, 'sandbox_failed');
    },
  },
  {
    name: 'says what it can do',
    async check({ capabilities }) {
      for (const name of ['snapshot', 'isolated', 'network'] as const) {
        assert.equal(typeof capabilities[name], 'boolean');
      }
    },
  },
];

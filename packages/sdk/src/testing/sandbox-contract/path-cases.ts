import assert from 'node:assert/strict';
import type { SandboxCase } from '../sandbox-contract.js';

/** Legal names that something on the way could take for more than a name. */
const NAMES = [
  'a b',
  "it's",
  'q"q',
  'x:y',
  'new\nline',
  '-n',
  '--',
  '$HOME',
  '`id`',
  '*',
  '\\',
  '世界',
  '🙂',
  '~',
  '#',
  '%00',
];

export const pathCases: readonly SandboxCase[] = [
  {
    name: 'names with spaces, quotes, colons, line breaks and other scripts are just names (B36)',
    async check(sandbox) {
      for (const name of NAMES) {
        await sandbox.writeFile(`d/${name}`, name);
        assert.equal(await sandbox.readFile(`d/${name}`), name);
        assert.equal((await sandbox.exec({ command: 'cat', args: [`d/${name}`] })).stdout, name);
      }
      assert.deepEqual(await sandbox.readdir('d'), [...NAMES].sort());
      for (const name of NAMES) await sandbox.rm(`d/${name}`);
      assert.deepEqual(await sandbox.readdir('d'), []);
    },
  },
  {
    name: 'a path that looks like a command is a path (S01)',
    async check(sandbox) {
      for (const path of ["a'; touch M; '", '$(touch M)', '`touch M`', '; touch M']) {
        assert.equal(await sandbox.exists(path), false);
        await sandbox.writeFile(path, 'x');
        assert.equal(await sandbox.readFile(path), 'x');
      }
      assert.equal(await sandbox.exists('M'), false);
    },
  },
  {
    name: 'resolvePath gives the absolute, normalised form and touches nothing',
    async check(sandbox) {
      const { cwd } = sandbox;
      assert.ok(cwd.startsWith('/'));
      assert.equal(sandbox.resolvePath('a/./b/../c//d/'), `${cwd}/a/c/d`);
      assert.equal(sandbox.resolvePath('.'), cwd);
      assert.equal(sandbox.resolvePath('/x/../y'), '/y');
      assert.equal(sandbox.resolvePath('/../..'), '/');
      assert.equal(await sandbox.exists('a'), false);
    },
  },
  {
    name: 'canonicalPath is one name for every spelling, also of what does not exist yet',
    async check(sandbox) {
      await sandbox.writeFile('d/f', '');
      const one = await sandbox.canonicalPath('d/f');
      assert.equal(await sandbox.canonicalPath(`${sandbox.cwd}/d/../d/./f`), one);
      assert.notEqual(await sandbox.canonicalPath('d/g'), one);
      assert.equal(await sandbox.canonicalPath('d/new/x'), await sandbox.canonicalPath('./d/new/../new/x'));
    },
  },
  {
    name: 'at is the same sandbox seen from another directory',
    async check(sandbox) {
      await sandbox.writeFile('sub/f', 'there');
      const view = sandbox.at('sub');
      assert.equal(view.cwd, `${sandbox.cwd}/sub`);
      assert.equal(await view.readFile('f'), 'there');
      assert.ok((await view.exec('pwd')).stdout.endsWith('/sub\n'));
      await view.writeFile('g', 'new');
      assert.equal(await sandbox.readFile('sub/g'), 'new');
      assert.equal(view.at('..').resolvePath('x'), sandbox.resolvePath('x'));
      assert.deepEqual(view.capabilities, sandbox.capabilities);
    },
  },
];

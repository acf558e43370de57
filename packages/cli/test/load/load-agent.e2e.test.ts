import { chmodSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { flue } from '../flue.js';
import { makeFolder } from '../temp-folder.js';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** These tests run beside each other, so the folders go when all are over. */
function project(files: Record<string, string>): string {
  const folder = makeFolder(files);
  folders.push(folder);
  return folder;
}

const PACKAGES = {
  'node_modules/cjs/package.json': '{"name": "cjs", "main": "i.js"}',
  'node_modules/cjs/i.js': 'exports.named = 1; exports.place = __dirname;',
  'node_modules/esm/package.json':
    '{"name": "esm", "type": "module", "exports": {".": {"require": "./no.js", "module": "./no.js", "import": "./i.js"}}}',
  'node_modules/esm/i.js': 'export const url = import.meta.url;',
};

const EVERYTHING = {
  ...PACKAGES,
  'tsconfig.json': `{ // comments are fine
    "compilerOptions": { "experimentalDecorators": true, "paths": { "~/*": ["./src/*"], "@flue/sdk": ["./src/p.ts"] } },
  }`,
  'src/p.ts': 'export const p: string = "by paths";',
  '.flue/lib/as-js.ts':
    'export const spelling = "js"; export const { url, dirname, filename } = import.meta;',
  '.flue/lib/bare.ts': 'export const bare = __filename;',
  '.flue/lib/folder/index.ts': 'export const folder = 1;',
  '.flue/lib/data.json': '{"k": "json"}',
  '.flue/lib/old.cjs': 'const { named } = require("cjs"); module.exports = { named, dirname: __dirname };',
  '.flue/agents/all.ts': `
    import { spelling, url, dirname, filename } from '../lib/as-js.js';
    import { bare } from '../lib/bare';
    import { folder } from '../lib/folder';
    import old from '../lib/old.cjs';
    import data from '../lib/data.json';
    import { p } from '~/p';
    import cjs, { named } from 'cjs';
    import * as esm from 'esm';
    import { FlueError } from '@flue/sdk';
    enum Color { Red = 'red' }
    const twice = (_target: object, _key: string, method: PropertyDescriptor) => {
      const original = method.value;
      return { ...method, value(this: unknown) { return 2 * original.call(this); } };
    };
    class Counter { constructor(private readonly n = 3) {} @twice count() { return this.n; } }
    const awaited = await Promise.resolve('awaited');
    const lazy = (await import('../lib/bare.js')).bare === bare;
    const name = 'bare';
    const computed = (await import(\`../lib/\${name}.ts\`)).bare === bare;
    const pkg: string = 'esm';
    const computedPackage = (await import(pkg)).url === esm.url;
    const required = require('cjs') === cjs;
    export default () => ({
      spelling, url, dirname, filename, bare, folder, old, data, p, named, place: cjs.place, esm: esm.url,
      sdk: typeof FlueError.isInstance, color: Color.Red, count: new Counter().count(),
      awaited, lazy, computed, computedPackage, required, own: import.meta.url,
      resolved: [import.meta.resolve('esm'), import.meta.resolve('../lib/x.ts')],
    });`,
};

describe.concurrent('loading an agent', () => {
  it.each(['module', 'commonjs', ''])('takes every spelling in a project of type "%s"', async (type) => {
    const root = project({ ...EVERYTHING, 'package.json': type ? `{"type": "${type}"}` : '{}' });
    const { stdout, stderr } = await flue(['run', 'all'], { cwd: root });
    expect(stderr).not.toContain('error');
    const lib = join(root, '.flue/lib');
    expect(JSON.parse(stdout)).toEqual({
      spelling: 'js',
      url: `file://${lib}/as-js.ts`,
      dirname: lib,
      filename: join(lib, 'as-js.ts'),
      bare: join(lib, 'bare.ts'),
      folder: 1,
      old: { named: 1, dirname: lib },
      data: { k: 'json' },
      p: 'by paths',
      named: 1,
      place: join(root, 'node_modules/cjs'),
      esm: `file://${root}/node_modules/esm/i.js`,
      sdk: 'function',
      color: 'red',
      count: 6,
      awaited: 'awaited',
      lazy: true,
      computed: true,
      computedPackage: true,
      required: true,
      own: `file://${root}/.flue/agents/all.ts`,
      resolved: [`file://${root}/node_modules/esm/i.js`, `file://${lib}/x.ts`],
    });
    expect(readdirSync(join(root, 'node_modules'))).toEqual(['cjs', 'esm']);
  });

  it("takes the project's own @flue/sdk, and workspace packages in TypeScript", async () => {
    const root = project({
      'package.json': '{}',
      'node_modules/@flue/sdk/package.json':
        '{"type": "module", "exports": {"./client": {"import": "./i.js"}}}',
      'node_modules/@flue/sdk/i.js': 'export const own = true;',
      'packages/shared/package.json': '{"name": "shared", "exports": "./src/index.ts"}',
      'packages/shared/src/index.ts': 'export const shared: number = 1;',
      'agents/x.mts': `import { own } from '@flue/sdk/client'; import { shared } from 'shared'; export default () => ({ own, shared });`,
    });
    symlinkSync('../packages/shared', join(root, 'node_modules/shared'));
    expect((await flue(['run', 'x'], { cwd: root })).stdout).toBe('{"own":true,"shared":1}\n');
  });

  it('takes plain JavaScript of either kind', async () => {
    const root = project({
      'package.json': '{}',
      'agents/a.js': 'module.exports = async () => require("node:path").basename(__filename);',
      'agents/b.mjs': 'export default () => "b";',
    });
    expect((await flue(['run', 'a'], { cwd: root })).stdout).toBe('"a.js"\n');
    expect((await flue(['run', 'b'], { cwd: root })).stdout).toBe('"b"\n');
  });

  it('needs no place to write in the project', async () => {
    const root = project({
      'agents/a.ts': 'export default () => 1;',
      'node_modules/x/package.json': '{}',
    });
    chmodSync(join(root, 'node_modules'), 0o555);
    const { stdout } = await flue(['run', 'a'], { cwd: root });
    chmodSync(join(root, 'node_modules'), 0o755);
    expect(stdout).toBe('1\n');
  });

  it.each([
    [
      'a syntax error',
      { 'agents/a.ts': 'export default () => {\n\tconst x = {;\n};' },
      'error: agents/a.ts:2:13: Expected identifier but found ";"\n  2 | \tconst x = {;\n    | \t           ^\n',
    ],
    [
      'a syntax error in the first line of a module that asks where it is',
      { 'agents/a.ts': 'import "../lib/é.ts";', 'lib/é.ts': 'export const é = import.meta.url; const = 1;' },
      'error: lib/é.ts:1:41: Expected identifier but found "="',
    ],
    [
      'several faults',
      {
        'agents/a.ts':
          'import { x } from "./x.js";\nimport { y } from "./y.js";\nexport default () => x + y;',
      },
      'error: agents/a.ts:1:19: Could not resolve "./x.js"\n  1 | import { x } from "./x.js";\n    |                   ^\n(and 1 more fault)\nhint: Check the path',
    ],
    [
      'a package that is not installed',
      { 'agents/a.ts': 'import { z } from "@scope/zod/v4";\nexport default () => z;' },
      'hint: Install it in the project: npm install @scope/zod\n',
    ],
    [
      'a name that a package does not export',
      { ...PACKAGES, 'agents/a.ts': 'import { nope } from "esm";\nexport default () => nope;' },
      `agents/a.ts: The requested module "esm" does not provide an export named 'nope'\n`,
    ],
    [
      'a throw at import',
      {
        'agents/a.ts': 'import "../lib/b.js";\nexport default () => 1;',
        'lib/b.ts': '\nthrow new RangeError("early");',
      },
      'error: agents/a.ts failed while it was loaded.\n  caused by: RangeError: early\n    at <anonymous> (lib/b.ts:2:7)\n',
    ],
    [
      'no default export',
      { 'agents/a.ts': 'export const x = 1;' },
      "error: agents/a.ts has no default export; an agent's default export is a function.\nhint: Add to it: export default",
    ],
    [
      'a default export that is no function',
      { 'agents/a.ts': 'export default { run() {} };' },
      'error: agents/a.ts exports an object as default;',
    ],
  ])('tells %s in one message', async (_kind, files, message) => {
    const root = project({ 'package.json': '{"type": "module"}', ...files });
    const { code, stdout, stderr } = await flue(['run', 'a'], { cwd: root });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.match(/error:/g)).toHaveLength(1);
    expect(stderr).not.toContain('dist/');
  });
});

import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CLI, MAX_LINES, SDK, violations } from './architecture-rules.js';
import { readSources } from './import-graph.js';

test('every import of the SDK and the CLI goes down, and every name and size keeps to the rules', () => {
  const sources = readSources(SDK, CLI);
  expect(sources.size).toBeGreaterThan(20);
  expect(violations(sources)).toEqual([]);
});

describe('the checker finds a planted violation:', () => {
  const planted: [title: string, files: Record<string, string>, message: RegExp][] = [
    [
      'an import upwards',
      { 'tools/a.ts': "import { x } from '../loop/x.js';" },
      /tools\/a\.ts:1: imports \.\.\/loop\/x\.js: tools is not above loop/,
    ],
    [
      'a type import upwards',
      { 'ports/a.ts': "\nimport type { X } from '../session/x.js';" },
      /ports\/a\.ts:2: .*ports is not above session/,
    ],
    [
      'an import type',
      { 'ports/a.ts': "type X = import('../session/x.js').X;" },
      /ports is not above session/,
    ],
    [
      'a dynamic import upwards',
      { 'ports/a.ts': "const x = () => import('../harness/x.js');" },
      /ports is not above harness/,
    ],
    ['a re-export upwards', { 'events/a.ts': "export * from '../ports/x.js';" }, /events is not above ports/],
    [
      'neighbours on one floor',
      { 'adapters/a.ts': "import '../testing/x.js';" },
      /adapters is not above testing/,
    ],
    [
      'an adapter chosen outside the defaults',
      { 'session/a.ts': "import '../adapters/x.js';" },
      /only harness\/defaults\.ts, node\.ts, sandbox\.ts, testing\.ts may import adapters/,
    ],
    [
      'fakes in the product',
      { 'harness/defaults.ts': "import '../testing/x.js';" },
      /only testing\.ts may import testing/,
    ],
    [
      'pi outside the loop',
      { 'session/a.ts': "import type { X } from '@mariozechner/pi-ai';" },
      /only loop\/ imports pi/,
    ],
    [
      'files read outside the adapters',
      { 'tools/a.ts': "import fs from 'fs/promises';" },
      /only adapters\/ touches the host/,
    ],
    [
      'a process started outside the adapters',
      { 'loop/a.ts': "require('node:child_process');" },
      /only adapters\/ touches the host/,
    ],
    [
      'a server outside the testing kit',
      { 'adapters/a.ts': "import 'node:http';" },
      /only testing\/ opens a server/,
    ],
    ['a folder that is no room', { 'stuff/a.ts': '' }, /stuff is no room/],
    ['a folder for leftovers', { 'tools/utils/a.ts': '' }, /folder utils/],
    ['a package-wide list of types', { '../../cli/src/types.ts': '' }, /no package-wide types\.ts/],
    ['an empty name', { 'session/a.ts': 'export class SessionManager {}' }, /name SessionManager/],
    ['a long file', { 'session/a.ts': 'void 0;\n'.repeat(MAX_LINES + 1) }, /251 lines/],
    [
      'a circle',
      {
        'tools/a.ts': "import './b.js';",
        'tools/b.ts': "import './c.js';",
        'tools/c.ts': "export * from './b.js';",
      },
      /tools\/b\.ts -> \S+tools\/c\.ts -> \S+tools\/b\.ts: a circle/,
    ],
    [
      'the CLI behind the doors',
      { '../../cli/src/a.ts': "import '@flue/sdk/dist/x.js';" },
      /the CLI imports the SDK by its doors/,
    ],
    [
      'the CLI in the SDK sources',
      { '../../cli/src/a.ts': "import '../../sdk/src/index.js';" },
      /nothing outside packages\/cli\/src/,
    ],
  ];

  test.each(planted)('%s', (_title, files, message) => {
    const sources = new Map(Object.entries(files).map(([path, text]) => [join(SDK, path), text]));
    const found = violations(sources);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(message);
  });

  test('and nothing in what the rules allow', () => {
    const files = {
      'ports/a.ts': "import type { E } from '../events/e.js';\nimport { x } from './b.js';",
      'ports/b.ts': "import type { A } from './a.js';\nconst lazy = () => import('./a.js');",
      'harness/defaults.ts': "import { virtual } from '../adapters/virtual.js';",
      'adapters/disk.ts': "import { readFile } from 'node:fs/promises';",
      'node.ts': "export { local } from './adapters/local.js';",
    };
    expect(violations(new Map(Object.entries(files).map(([path, text]) => [SDK + path, text])))).toEqual([]);
  });
});

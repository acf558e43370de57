import { describe, expect, it } from 'vitest';
import { createVirtualSandbox } from '../../src/adapters/sandbox/virtual.js';
import type { Sandbox } from '../../src/ports/sandbox.js';
import { type SandboxAbilities, sandboxContract } from '../../src/testing/sandbox-contract.js';

/** The cases by name, as a test runner would get them. */
function casesOf(open: () => Sandbox, abilities?: SandboxAbilities, cleanup?: () => Promise<void>) {
  const cases = new Map<string, () => Promise<void>>();
  sandboxContract({
    name: 'x',
    open: async () => ({ sandbox: open(), cleanup }),
    test: { describe: (_title, define) => define(), it: (title, run) => cases.set(title, run) },
    abilities,
  });
  return cases;
}

describe('the contract of a sandbox', () => {
  it('registers its cases with whatever runner it is given; abilities add and leave out some', () => {
    const all = casesOf(createVirtualSandbox, { streams: true });
    const few = casesOf(createVirtualSandbox, { keepsOutput: false, links: false });

    expect(all.size).toBeGreaterThan(40);
    expect(few.size).toBeLessThan(all.size - 4);
    expect([...all.keys()].filter((title) => !few.has(title))).toContain(
      'output arrives while the command runs',
    );
  });

  it.each<[string, string, Partial<Sandbox>]>([
    ['pastes arguments into a line', 'arguments of a program', { exec: unquoted }],
    ['loses bytes', 'text and bytes come back', { readFile: async () => 'other' }],
    ['does not sort', 'a listing has the names', { readdir: async () => ['b', 'a'] }],
    ['swallows errors', 'what is not there is not-found', { readFile: async () => '' }],
    ['goes on after dispose', 'after dispose', { dispose: async () => {} }],
  ])('fails a sandbox that %s', async (_what, title, fault) => {
    const cases = casesOf(() => ({ ...createVirtualSandbox(), ...fault }));
    const run = [...cases].find(([name]) => name.startsWith(title))?.[1];

    await expect(run?.()).rejects.toMatchObject({ code: 'ERR_ASSERTION' });
  });

  it('cleans up after a case, also when it failed', async () => {
    let cleaned = 0;
    const cases = casesOf(
      () => ({ ...createVirtualSandbox(), readFile: async () => 'other' }),
      {},
      async () => {
        cleaned++;
      },
    );
    await cases
      .get('writeFiles writes in order')?.()
      .catch(() => undefined);
    await cases
      .get('bytes that are no UTF-8 read as U+FFFD')?.()
      .catch(() => undefined);

    expect(cleaned).toBe(2);
  });
});

function unquoted(command: Parameters<Sandbox['exec']>[0]) {
  const line = typeof command === 'string' ? command : [command.command, ...(command.args ?? [])].join(' ');
  return createVirtualSandbox().exec(line);
}

import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { Sandbox } from '../../../src/ports/sandbox.js';
import { openRoom } from './local-room.js';

/** What happens just before the n-th call of the file system. */
const race = vi.hoisted(() => ({ calls: 0, at: 0, happen: () => {} }));

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<Record<string, unknown>>();
  const watched = Object.entries(real).map(([name, call]) => {
    if (typeof call !== 'function') return [name, call];
    const step = (...args: unknown[]) => {
      race.calls += 1;
      if (race.calls === race.at) race.happen();
      return call(...args);
    };
    return [name, step];
  });
  return Object.fromEntries(watched);
});

const operations: Record<string, (sandbox: Sandbox) => Promise<unknown>> = {
  readFile: (sandbox) => sandbox.readFile('d/f'),
  readFileBuffer: (sandbox) => sandbox.readFileBuffer('d/f', { start: 0, end: 6 }).then(String),
  stat: (sandbox) => sandbox.stat('d/f'),
  // Elsewhere there is no path that names an open directory: the check and the use are two steps.
  ...(process.platform === 'linux' && {
    readdir: (sandbox: Sandbox) => sandbox.readdir('d'),
    'readdir below': (sandbox: Sandbox) => sandbox.readdir('d/kept'),
    writeFile: (sandbox: Sandbox) => sandbox.writeFile('d/f', 'new'),
    'writeFile below': (sandbox: Sandbox) => sandbox.writeFile('d/kept/sub/g', 'new'),
    'rm below': (sandbox: Sandbox) => sandbox.rm('d/kept/sub', { recursive: true }),
    'writeFile in new directories': (sandbox: Sandbox) => sandbox.writeFile('d/a/b/c', 'new'),
    mkdir: (sandbox: Sandbox) => sandbox.mkdir('d/made'),
    'mkdir recursive': (sandbox: Sandbox) => sandbox.mkdir('d/made/deep', { recursive: true }),
    rm: (sandbox: Sandbox) => sandbox.rm('d/f'),
    'rm recursive': (sandbox: Sandbox) => sandbox.rm('d/kept', { recursive: true }),
    'rm recursive of the directory itself': (sandbox: Sandbox) => sandbox.rm('d', { recursive: true }),
  }),
};

describe('a directory that becomes a link to outside', () => {
  it.each(Object.entries(operations))(
    'F04 F05 before any step of %s lets nothing in or out',
    async (_, operate) => {
      const { steps } = await raced(operate, 0);
      expect(steps).toBeGreaterThan(2);
      for (let at = 1; at <= steps; at++) {
        const { outcome, outside } = await raced(operate, at);
        expect(JSON.stringify(outcome) ?? '', `step ${at}`).not.toMatch(/secret|"size":16/);
        expect(readdirSync(outside, { recursive: true }).sort(), `step ${at}`).toEqual([
          'f',
          'kept',
          'kept/secret',
          'kept/sub',
          'kept/sub/g',
        ]);
        for (const file of ['f', 'kept/sub/g']) {
          expect(readFileSync(join(outside, file), 'utf8'), `step ${at}`).toBe('secret of theirs');
        }
      }
    },
  );
});

/** One operation, with the directory swapped just before step `at`; 0 leaves it. */
async function raced(operate: (sandbox: Sandbox) => Promise<unknown>, at: number) {
  const { sandbox, inside, outside } = await openRoom();
  for (const [directory, text] of [
    [join(inside, 'd'), 'inside'],
    [outside, 'secret of theirs'],
  ] as const) {
    mkdirSync(join(directory, 'kept/sub'), { recursive: true });
    writeFileSync(join(directory, 'kept/sub/g'), text);
    writeFileSync(join(directory, 'f'), text);
  }
  writeFileSync(join(outside, 'kept/secret'), '');
  race.happen = () => {
    renameSync(join(inside, 'd'), join(inside, 'moved'));
    symlinkSync(outside, join(inside, 'd'));
  };
  race.calls = 0;
  race.at = at;
  const outcome = await operate(sandbox).catch((error: Error) => {
    if (at === 0) throw error;
    expect(['PathError', 'SandboxError']).toContain(error.name);
  });
  race.at = 0;
  return { outcome, outside, steps: race.calls };
}

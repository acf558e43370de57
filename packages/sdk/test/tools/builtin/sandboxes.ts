import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, onTestFinished } from 'vitest';
import { createLocalSandbox } from '../../../src/adapters/sandbox/local.js';
import { createVirtualSandbox } from '../../../src/adapters/sandbox/virtual.js';
import type { Sandbox } from '../../../src/ports/sandbox.js';

export type Files = Record<string, string | Uint8Array>;

export type OpenSandbox = (files?: Files) => Promise<Sandbox>;

/** A virtual sandbox with files, by path relative to its cwd. */
export const openVirtual: OpenSandbox = async (files = {}) => {
  const sandbox = createVirtualSandbox();
  await fill(sandbox, files);
  return sandbox;
};

/** A local one in a directory of its own, which goes with the test. */
export const openLocal: OpenSandbox = async (files = {}) => {
  const cwd = await realpath(await mkdtemp(join(tmpdir(), 'flue-tools-')));
  const sandbox = await createLocalSandbox({ cwd });
  onTestFinished(async () => {
    await sandbox.dispose();
    await rm(cwd, { recursive: true, force: true });
  });
  await fill(sandbox, files);
  return sandbox;
};

/** The same tests on both kinds of sandbox. */
export function describeOnBoth(subject: string, tests: (open: OpenSandbox) => void): void {
  describe.each([
    ['virtual', openVirtual],
    ['local', openLocal],
  ] as const)(`${subject} on a %s sandbox`, (_name, open) => tests(open));
}

async function fill(sandbox: Sandbox, files: Files): Promise<void> {
  await sandbox.writeFiles(Object.entries(files).map(([path, content]) => ({ path, content })));
}

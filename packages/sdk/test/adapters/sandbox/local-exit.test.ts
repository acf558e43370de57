import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { processesWith, uniqueSeconds } from './local-room.js';

let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'flue-local-exit-'));
  await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ssr: fileURLToPath(new URL('../../../src/adapters/sandbox/local.ts', import.meta.url)),
      outDir: directory,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: 'local.mjs' } },
    },
  });
});

afterAll(() => rm(directory, { recursive: true }));

describe('a script that does not dispose its sandbox', () => {
  it('ends by itself, and what it left in the background ends with it', async () => {
    const seconds = uniqueSeconds();
    const { stdout } = await run(`
      const result = await sandbox.exec('sleep ${seconds} & echo started');
      process.stdout.write(result.stdout);
    `);
    expect(stdout).toBe('started\n');
    await gone(seconds);
  });

  it.each([
    ['exits', 'process.exit(3)', 3],
    ['throws', "setTimeout(() => { throw new Error('boom') })", 1],
  ])('S03 leaves no running command when it %s', async (_, end, code) => {
    const seconds = uniqueSeconds();
    const outcome = await run(`
      const handle = sandbox.exec('echo go; exec sleep ${seconds}');
      for await (const chunk of handle.output) { process.stdout.write(chunk.text); ${end}; }
    `);
    expect(outcome).toMatchObject({ stdout: 'go\n', code });
    await gone(seconds);
  });
});

/** Run `body` as a module of its own, with a `sandbox`. */
async function run(body: string): Promise<{ stdout: string; code: number }> {
  const script = join(directory, `script-${uniqueSeconds()}.mjs`);
  await writeFile(
    script,
    `import { createLocalSandbox } from './local.mjs';
     const sandbox = await createLocalSandbox({ cwd: ${JSON.stringify(directory)} });
     ${body}`,
  );
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script], { timeout: 15_000 }, (_, stdout) => {
      resolve({ stdout, code: child.exitCode ?? -1 });
    });
  });
}

async function gone(seconds: string): Promise<void> {
  await vi.waitFor(async () => expect(await processesWith(`sleep ${seconds}`)).toEqual([]), {
    timeout: 5000,
  });
}

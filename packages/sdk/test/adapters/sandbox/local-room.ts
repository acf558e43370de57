import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { createLocalSandbox, type LocalOptions } from '../../../src/adapters/sandbox/local.js';
import type { Sandbox } from '../../../src/ports/sandbox.js';

export interface Room {
  sandbox: Sandbox;
  /** The sandbox's directory. */
  inside: string;
  /** A directory beside it that no file tool may reach. Its name starts with the sandbox's. */
  outside: string;
}

/** A local sandbox in a fresh directory, both gone after the test. */
export async function openRoom(
  options: LocalOptions = {},
  finished: typeof onTestFinished = onTestFinished,
): Promise<Room> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'flue-local-')));
  const inside = join(base, 'app');
  const outside = join(base, 'app-secret');
  await mkdir(inside);
  await mkdir(outside);
  const sandbox = await createLocalSandbox({ cwd: inside, ...options });
  finished(async () => {
    await sandbox.dispose();
    await rm(base, { recursive: true, force: true });
  });
  return { sandbox, inside, outside };
}

let markers = 0;

/** Seconds for `sleep` that no other process sleeps: its argument list is found by them. */
export function uniqueSeconds(): string {
  markers += 1;
  return `98${process.pid}${String(markers).padStart(3, '0')}`;
}

/** Argument lists that hold `text`, of processes that are alive. */
export async function processesWith(text: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-axo', 'stat=,args=']);
  return stdout.split('\n').filter((line) => line.includes(text) && !line.startsWith('Z'));
}

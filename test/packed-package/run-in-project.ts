import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a program in the stranger's project, without stdin, with only what the test sets beside PATH and HOME. */
export async function runInProject(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Finished> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(command, args, {
    cwd: inject('project'),
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

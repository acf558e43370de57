import { spawn } from 'node:child_process';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
export const FLUE = join(PACKAGE, 'bin/flue.js');

assertBuilt();

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface FlueOptions {
  cwd: string;
  input?: string;
  env?: Record<string, string>;
  /** Called with all of stderr so far; what it needs to act on the process. */
  onStderr?: (stderr: string, kill: (signal: NodeJS.Signals) => void) => void;
}

/** Run the built command to its end. */
export function flue(args: readonly string[], { cwd, input, env, onStderr }: FlueOptions): Promise<Ended> {
  const child = spawn(process.execPath, [FLUE, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  });
  const ended: Ended = { code: null, stdout: '', stderr: '' };
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    ended.stdout += text;
  });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    ended.stderr += text;
    onStderr?.(ended.stderr, (signal) => child.kill(signal));
  });
  child.stdin?.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ended, code }));
  });
}

/** These tests run what is built; a build older than its sources would test something else. */
function assertBuilt(): void {
  const built = statSync(join(PACKAGE, 'dist/bin.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const sources = readdirSync(join(PACKAGE, 'src'), { recursive: true, withFileTypes: true });
  const newer = sources.filter(
    (entry) => entry.isFile() && statSync(join(entry.parentPath, entry.name)).mtimeMs > built,
  );
  if (newer.length > 0)
    throw new Error('packages/cli/dist is missing or older than its sources: npm run build -w @flue/cli');
}

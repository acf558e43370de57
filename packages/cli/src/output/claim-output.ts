import childProcess from 'node:child_process';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import type { Output } from './streams.js';

/** Receives a print: `pass` writes it to stderr, `endsLine` tells whether it ends with a newline. */
export type PrintListener = (pass: () => boolean, endsLine: boolean) => boolean;

/**
 * From now on, whatever code in this process prints, on stdout or stderr, goes to stderr by way of `onPrint`; only
 * holders of an `Output` made before can write to stdout. Programs that inherit stdout get stderr too, and so do
 * loggers that write to descriptor 1 by themselves.
 */
export function claimOutput(stderr: Output, onPrint: PrintListener): void {
  const write = ((chunk: string | Uint8Array, ...rest: []) =>
    onPrint(() => stderr.write(chunk, ...rest), endsLine(chunk))) as NodeJS.WriteStream['write'];
  process.stdout.write = write;
  process.stderr.write = write;
  redirectDescriptor();
  redirectChildren();
  syncBuiltinESMExports();
}

function endsLine(chunk: string | Uint8Array): boolean {
  return typeof chunk === 'string' ? chunk.endsWith('\n') : chunk.at(-1) === 0x0a;
}

type Callable = (...args: unknown[]) => unknown;

function redirectDescriptor(): void {
  for (const name of [
    'write',
    'writeSync',
    'writev',
    'writevSync',
    'appendFileSync',
    'writeFileSync',
  ] as const) {
    wrap(fs, name, ([target, ...rest]) => [target === 1 ? 2 : target, ...rest]);
  }
}

function redirectChildren(): void {
  for (const name of ['spawnSync', 'execSync', 'execFileSync'] as const) {
    wrap(childProcess, name, (args) => args.map(withStderr));
  }
  // Every asynchronous way to start a child ends in this method.
  wrap(childProcess.ChildProcess.prototype as unknown as Record<'spawn', Callable>, 'spawn', (args) =>
    args.map(withStderr),
  );
}

function wrap(holder: object, name: string, change: (args: unknown[]) => unknown[]): void {
  const functions = holder as Record<string, Callable>;
  const original = functions[name]!;
  functions[name] = Object.assign(function (this: unknown, ...args: unknown[]) {
    return original.apply(this, change(args));
  }, original);
}

function withStderr(options: unknown): unknown {
  if (typeof options !== 'object' || options === null || !('stdio' in options)) return options;
  const { stdio } = options;
  if (stdio === 'inherit') return { ...options, stdio: [0, 2, 2] };
  if (!Array.isArray(stdio)) return options;
  return { ...options, stdio: stdio.map((target, index) => (isStdout(target, index) ? 2 : target)) };
}

function isStdout(target: unknown, index: number): boolean {
  return target === 1 || target === process.stdout || (target === 'inherit' && index === 1);
}

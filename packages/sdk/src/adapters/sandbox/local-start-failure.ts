import { SandboxError } from '../../errors/sandbox-error.js';
import type { ExecOutput } from '../../ports/sandbox.js';
import type { ExecOutcome } from './exec-handle.js';

/** What of a command a message may need. */
export interface StartAttempt {
  readonly file: string;
  readonly args: readonly string[];
  readonly shell: boolean;
}

const EXPLANATIONS: Record<string, string> = {
  E2BIG: 'it, with its environment, is longer than the host takes; write it to a file and run that',
  ENOENT: 'the shell or the directory is gone',
  EAGAIN: 'the host has too many processes',
  ENOMEM: 'the host is out of memory',
  EMFILE: 'this process has too many open files',
  ENFILE: 'the host has too many open files',
};

/**
 * The outcome of a program that is not there or not executable: 127 and 126, as from a shell.
 * @throws {SandboxError} for any other reason
 */
export function notStarted(
  error: unknown,
  attempt: StartAttempt,
  emit: (chunk: ExecOutput) => void,
): ExecOutcome {
  const code = codeOf(error);
  if (attempt.shell || (code !== 'ENOENT' && code !== 'EACCES')) throw cannotStart(error, attempt);
  // A search path with a directory that may not be searched gives EACCES for a name that is nowhere.
  const missing = code === 'ENOENT' || !attempt.file.includes('/');
  const stderr = `${attempt.file}: ${missing ? 'command not found' : 'permission denied'}\n`;
  emit({ stream: 'stderr', text: stderr });
  return { stdout: '', stderr, exitCode: missing ? 127 : 126 };
}

export function cannotStart(error: unknown, { file, args, shell }: StartAttempt): SandboxError {
  const what = shell ? 'the command' : JSON.stringify(file);
  const bytes = Buffer.byteLength([file, ...args].join(' '));
  const why = EXPLANATIONS[codeOf(error)] ?? codeOf(error);
  return new SandboxError(`The local sandbox could not start ${what} (${bytes} bytes): ${why}.`, {
    cause: error,
  });
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

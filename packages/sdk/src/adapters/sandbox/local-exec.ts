import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { stat } from 'node:fs/promises';
import { SandboxError } from '../../errors/sandbox-error.js';
import type { ExecCommand, ExecOptions, ExecOutput } from '../../ports/sandbox.js';
import { checkExecOptions } from './check-exec-options.js';
import type { ExecOutcome } from './exec-handle.js';
import { runLocalCommand } from './local-command.js';
import type { Confinement } from './local-confinement.js';
import { fromSystemError, refusal } from './local-path-error.js';
import { createProcessGroups } from './local-process-groups.js';
import { checkedPosixPath } from './posix-path.js';

/** Set for every command, so that what it starts can be found again, wherever it went. */
const MARK_VARIABLE = 'FLUE_COMMAND_ID';

/** The command half of a local sandbox, shared by all its views. */
export interface LocalExec {
  run(
    cwd: string,
    command: string | ExecCommand,
    options: ExecOptions,
    emit: (chunk: ExecOutput) => void,
  ): Promise<ExecOutcome>;
  /** @throws {SandboxError} once disposed */
  requireOpen(): void;
  dispose(): Promise<void>;
}

export interface LocalExecOptions {
  confinement: Confinement;
  /** Absolute path of the shell. */
  shell: string;
  /** Of every command. */
  env: Readonly<Record<string, string>>;
  /** Seconds; for commands that give none. */
  timeout: number;
}

export function createLocalExec({ confinement, shell, env, timeout }: LocalExecOptions): LocalExec {
  const mark = `${MARK_VARIABLE}=${randomUUID()}.`;
  const groups = createProcessGroups(mark);
  const disposal = new AbortController();
  setMaxListeners(0, disposal.signal);
  const running = new Set<Promise<unknown>>();
  let count = 0;
  let disposed: Promise<void> | undefined;

  return {
    run(cwd, command, options, emit) {
      const run = start(cwd, command, options, emit).finally(() => running.delete(run));
      running.add(run);
      return run;
    },
    requireOpen,
    dispose() {
      disposed ??= endEverything();
      return disposed;
    },
  };

  async function start(
    cwd: string,
    command: string | ExecCommand,
    options: ExecOptions,
    emit: (chunk: ExecOutput) => void,
  ): Promise<ExecOutcome> {
    requireOpen();
    checkExecOptions(command, options);
    const directory = await workingDirectory(confinement, cwd, options.cwd ?? '.');
    requireOpen();
    const id = `${mark}${++count}.`;
    const marked = { [MARK_VARIABLE]: id.slice(MARK_VARIABLE.length + 1) };
    const launched = {
      ...programOf(command, shell),
      cwd: directory.real,
      env: { ...env, ...options.env, PWD: directory.named, ...marked },
      mark: id,
      timeout: options.timeout ?? timeout,
      signal: options.signal,
      disposal: disposal.signal,
    };
    return runLocalCommand(launched, emit, groups);
  }

  function requireOpen(): void {
    if (disposed) throw new SandboxError('The local sandbox is disposed.', { hint: 'Open a new one.' });
  }

  async function endEverything(): Promise<void> {
    disposal.abort();
    await Promise.allSettled(running);
    await groups.endAll();
  }
}

/** `--`: a command line may begin with a dash. */
function programOf(command: string | ExecCommand, shell: string) {
  if (typeof command === 'string') return { file: shell, args: ['-c', '--', command], shell: true };
  return { file: command.command, args: command.args ?? [], shell: false };
}

/** A directory inside the roots, under the name it was given and its canonical one. */
async function workingDirectory(
  confinement: Confinement,
  cwd: string,
  given: string,
): Promise<{ named: string; real: string }> {
  const target = { absolute: checkedPosixPath(cwd, given), given, action: 'run in' };
  try {
    const real = await confinement.locate(target);
    if (!(await stat(real)).isDirectory()) throw refusal(target, 'not-a-directory');
    return { named: target.absolute, real };
  } catch (error) {
    throw fromSystemError(error, target);
  }
}

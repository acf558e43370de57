import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { basename } from 'node:path';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { AbortError } from '../../errors/abort-error.js';
import { SandboxError } from '../../errors/sandbox-error.js';
import type { ExecOutput } from '../../ports/sandbox.js';
import type { ExecOutcome } from './exec-handle.js';
import { type CollectedOutput, collectOutput } from './local-output.js';
import { endFamily, type Leader } from './local-process-family.js';
import type { ProcessGroups } from './local-process-groups.js';
import { cannotStart, notStarted } from './local-start-failure.js';

/** A program to run, with everything it needs. */
export interface LocalCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** True if `file` is the shell, so that a failure to start it is not the command's. */
  readonly shell: boolean;
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** A text in the environment by which everything that comes of this command is found. */
  readonly mark: string;
  /** Seconds. */
  readonly timeout: number;
  readonly signal: AbortSignal | undefined;
  /** Aborts when the sandbox is disposed. */
  readonly disposal: AbortSignal;
}

type Ending = 'exit' | 'timeout' | 'abort' | 'disposal';

/** The exit code that stands for a timeout, as with `timeout(1)`. */
const TIMED_OUT = 124;

/** Milliseconds; the longest a timer can be set to. */
const LONGEST = 2 ** 31 - 1;

/** After this many milliseconds without output, a background process that holds the pipes is left to itself. */
const QUIET = 50;

/** Milliseconds to wait for the end of the pipes, however much is written to them. */
const DRAIN = 250;

/**
 * Run a command to its end, or end it together with all that came of it. `groups` learns of its process.
 * @throws {AbortError} when `signal` aborts; {SandboxError} when the host cannot start it
 */
export async function runLocalCommand(
  command: LocalCommand,
  emit: (chunk: ExecOutput) => void,
  groups: Pick<ProcessGroups, 'add' | 'settle'>,
): Promise<ExecOutcome> {
  if (command.signal?.aborted) throw aborted(command.signal);
  const child = startChild(command);
  if (child.pid === undefined) return notStarted((await once(child, 'error'))[0], command, emit);

  const leader: Leader = { pid: child.pid, ended: false };
  groups.add(leader);
  const exit = exitCodeOf(child, leader);
  const closed = once(child, 'close');
  const outputs = [
    collectOutput(child.stdout, (text) => emit({ stream: 'stdout', text })),
    collectOutput(child.stderr, (text) => emit({ stream: 'stderr', text })),
  ] as const;

  const ending = await firstEnding(exit, command);
  if (ending !== 'exit') await endFamily({ leaders: [leader], mark: command.mark });
  if (ending !== 'abort') await drain(closed, outputs);
  for (const output of outputs) output.stop();
  child.unref();
  groups.settle(leader);

  if (ending === 'abort') throw aborted(command.signal);
  if (ending === 'disposal') throw new SandboxError('The local sandbox was disposed while the command ran.');
  const [stdout, stderr] = outputs;
  return {
    stdout: stdout.text(),
    stderr: stderr.text(),
    exitCode: ending === 'timeout' ? TIMED_OUT : await exit,
    truncated: stdout.truncated || stderr.truncated,
  };
}

/** Detached: a session and process group of its own. Standard input is empty, so nothing waits for it. */
function startChild(command: LocalCommand) {
  const { file, args, cwd, env, shell } = command;
  try {
    return spawn(file, args, {
      // The shell puts this before its messages.
      argv0: shell ? basename(file) : undefined,
      cwd,
      env,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch (error) {
    throw cannotStart(error, command);
  }
}

/** A death by signal is 128 and its number, as in a shell. */
function exitCodeOf(child: ChildProcess, leader: Leader): Promise<number> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      leader.ended = true;
      resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']);
    });
  });
}

function firstEnding(exit: Promise<number>, { timeout, signal, disposal }: LocalCommand): Promise<Ending> {
  return new Promise((resolve) => {
    const onAbort = () => finish('abort');
    const onDisposal = () => finish('disposal');
    const timer = setTimeout(finish, Math.min(timeout * 1000, LONGEST), 'timeout');
    signal?.addEventListener('abort', onAbort);
    disposal.addEventListener('abort', onDisposal);
    void exit.then(() => finish('exit'));

    function finish(ending: Ending): void {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      disposal.removeEventListener('abort', onDisposal);
      resolve(ending);
    }
  });
}

/**
 * Wait for the end of both pipes. A background process may hold them open for ever: then what was written before
 * the shell ended has arrived once nothing comes any more.
 */
async function drain(closed: Promise<unknown>, outputs: readonly CollectedOutput[]): Promise<void> {
  let open = true;
  void closed.then(() => {
    open = false;
  });
  const start = performance.now();
  while (open && performance.now() - start < DRAIN) {
    const last = Math.max(start, ...outputs.map(({ lastAt }) => lastAt));
    const left = last + QUIET - performance.now();
    if (left <= 0) return;
    await Promise.race([closed, sleep(left)]);
    await nextTurn();
  }
}

function aborted(signal: AbortSignal | undefined): AbortError {
  return new AbortError('The command was aborted.', { cause: signal?.reason });
}

import type { Bash, CustomCommand } from 'just-bash';
import { errorText } from '../../errors/error-text.js';
import { SandboxError } from '../../errors/sandbox-error.js';
import { isErrno } from './errno.js';
import { monotonicNow, takeTurnIfDue } from './event-loop-turns.js';
import { createExecGate, currentGate, type GateReason } from './exec-gate.js';
import type { ExecOutcome } from './exec-handle.js';
import { exportedVariables, withExported } from './exported-variables.js';
import { limitError } from './limit-error.js';
import { MemoryFs } from './memory-fs.js';
import type { MemoryTree } from './memory-tree.js';
import { runStoppable, TIMEOUT_EXIT_CODE } from './run-stoppable.js';
import type { DriverExecOptions } from './sandbox-driver.js';
import { interpreterLimits, renameLimits, type VirtualLimits } from './virtual-limits.js';
import { networkOptions, type VirtualNetwork } from './virtual-network.js';
import { watchPrograms } from './watch-programs.js';
import { yieldingLoops } from './yielding-loops.js';

export interface VirtualShellOptions {
  tree: MemoryTree;
  limits: Required<VirtualLimits>;
  network: VirtualNetwork | undefined;
}

/** Runs command lines over a tree of files. */
export interface VirtualShell {
  run(line: string, options: Omit<DriverExecOptions, 'emit'>): Promise<ExecOutcome>;
}

/** Exit code of a run that met a limit; the interpreter's own. */
const LIMIT_EXIT_CODE = 126;

/** Commands that wait for something outside of the interpreter, which asks no gate meanwhile. */
const WAITING_COMMANDS = ['sleep', 'curl', 'sqlite3'] as const;

/** Loads the interpreter. */
export async function createVirtualShell({
  tree,
  limits,
  network,
}: VirtualShellOptions): Promise<VirtualShell> {
  const library = await import('just-bash');
  watchPrograms(library);
  const bash = new library.Bash({
    fs: new MemoryFs(tree, () => currentGate.getStore()?.fail('no-space')),
    executionLimitProfile: 'hardened',
    executionLimits: interpreterLimits(limits),
    ...networkOptions(library, network),
    customCommands: WAITING_COMMANDS.filter((name) => network || name !== 'curl').map(interruptible),
  });
  bash.registerTransformPlugin(exportedVariables(library));
  bash.registerTransformPlugin(yieldingLoops());
  return {
    async run(line, { cwd, env, timeout = limits.timeout, signal }) {
      await takeTurnIfDue();
      const seconds = Math.min(timeout, limits.timeout);
      const deadline = monotonicNow() + seconds * 1000;
      const error = await limitError(library);
      return runStoppable({ timeout: seconds, signal }, async (stop) => {
        const gate = createExecGate({ stop, deadline, maxHold: limits.maxHold * 1000, error });
        const options = { cwd, env: { ...env }, rawScript: true, signal: gate.signal };
        try {
          const outcome = await currentGate.run(gate, () =>
            withExported(env, () => interpret(bash, line, options)),
          );
          if (gate.reason === 'held' || outcome.exitCode === LIMIT_EXIT_CODE) await nextTimers();
          return withReason(outcome, gate.reason, limits);
        } finally {
          gate.dispose();
        }
      });
    },
  };
}

/** An abort that came while nothing else had a turn goes before the limit that ended the run. */
function nextTimers(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** A failed file operation outside of any command, as in `> file/x`, rejects: it is a result here. */
async function interpret(
  bash: Bash,
  line: string,
  options: Parameters<Bash['exec']>[1],
): Promise<ExecOutcome> {
  try {
    const { stdout, stderr, exitCode } = await bash.exec(line, options);
    return { stdout, stderr: renameLimits(stderr), exitCode };
  } catch (error) {
    if (isErrno(error)) return { stdout: '', stderr: `bash: ${error.message}\n`, exitCode: 1 };
    throw new SandboxError(`The virtual shell failed: ${errorText(error)}`, { cause: error });
  }
}

function withReason(
  outcome: ExecOutcome,
  reason: GateReason | undefined,
  limits: VirtualLimits,
): ExecOutcome {
  switch (reason) {
    case undefined:
      return outcome;
    case 'stopped':
      return { ...outcome, exitCode: TIMEOUT_EXIT_CODE };
    case 'held':
      return failed(
        outcome,
        LIMIT_EXIT_CODE,
        `a program computed for over ${limits.maxHold} s at a stretch, raise limits.maxHold of virtual()`,
      );
    case 'no-space':
      return failed(
        outcome,
        1,
        'no space left on device, raise limits.maxFileSystemBytes or maxFiles of virtual()',
      );
  }
}

function failed({ stdout, stderr }: ExecOutcome, exitCode: number, why: string): ExecOutcome {
  return { stdout, stderr: `${stderr}bash: ${why}\n`, exitCode };
}

/** The command as it is, but it lets go at once when the run has to stop. */
function interruptible(name: string): CustomCommand {
  return {
    name,
    async execute(args, { origCommand }) {
      const gate = currentGate.getStore();
      if (!origCommand || !gate) return { stdout: '', stderr: `${name}: not available\n`, exitCode: 127 };
      const done = origCommand(args);
      const result = await Promise.race([done, gate.closed]);
      if (result) return result;
      done.catch(ignoreAbandoned);
      return { stdout: '', stderr: '', exitCode: TIMEOUT_EXIT_CODE };
    },
  };
}

/** What a command that was told to stop still says is of no interest to anybody. */
function ignoreAbandoned(_error: unknown): void {}

import type { ExecHandle, ExecOutput, ExecResult } from '../../ports/sandbox.js';
import { createOutputQueue } from './output-queue.js';

/** What a command amounts to, before it is dressed as an `ExecResult`. */
export type ExecOutcome = Omit<ExecResult, 'result'>;

/**
 * A handle over a running command. `run` starts at once and calls `emit` for output as it arrives; what it emits
 * after it settled is dropped.
 *
 * A handle that nobody awaits never ends the process when it rejects: who awaits it still gets the error. The
 * `output` of a rejected command just ends.
 */
export function createExecHandle(
  run: (emit: (chunk: ExecOutput) => void) => Promise<ExecOutcome>,
): ExecHandle {
  const output = createOutputQueue();
  const promise = start(run, output.push).finally(output.end);
  promise.catch(() => undefined);
  return Object.defineProperties(promise, {
    output: { value: output },
    result: { value: promise },
  }) as ExecHandle;
}

async function start(
  run: (emit: (chunk: ExecOutput) => void) => Promise<ExecOutcome>,
  emit: (chunk: ExecOutput) => void,
) {
  return execResult(await run(emit));
}

/** `outcome` with the promise of itself that scripts may await; it does not show in JSON or in a spread. */
export function execResult({ stdout, stderr, exitCode, truncated }: ExecOutcome): ExecResult {
  const result = truncated ? { stdout, stderr, exitCode, truncated } : { stdout, stderr, exitCode };
  return Object.defineProperty(result, 'result', { get: () => Promise.resolve(result) }) as ExecResult;
}

import assert from 'node:assert/strict';
import type { SandboxCase } from '../sandbox-contract.js';
import { rejection } from './rejection.js';

const KEPT_MS = 3000;
/** An abort settles within a second; the rest is for a busy machine. */
const ABORT_MS = 1500;

export function stopCases({ keepsOutput }: { keepsOutput: boolean }): readonly SandboxCase[] {
  return [
    {
      name: 'a timeout stops the command, as exit code 124',
      async check(sandbox) {
        const started = Date.now();
        const { exitCode } = await sandbox.exec('sleep 30', { timeout: 0.3 });
        assert.equal(exitCode, 124);
        assert.ok(Date.now() - started < KEPT_MS);
        assert.equal((await sandbox.exec('echo still here')).stdout, 'still here\n');
      },
    },
    ...(keepsOutput ? [KEEPS_OUTPUT] : []),
    {
      name: 'a command that is done in time does not notice its timeout',
      async check(sandbox) {
        const { stdout, exitCode } = await sandbox.exec('echo done', { timeout: 30 });
        assert.deepEqual([stdout, exitCode], ['done\n', 0]);
      },
    },
    {
      name: 'a timeout that is no number of seconds is refused',
      async check(sandbox) {
        for (const timeout of [0, -1, Number.NaN]) {
          assert.equal((await rejection(sandbox.exec('true', { timeout }))).code, 'invalid_option');
        }
      },
    },
    {
      name: 'an abort rejects within a second, with the reason as the cause, and the command does nothing more (S04)',
      async check(sandbox) {
        const controller = new AbortController();
        const reason = new Error('enough');
        const handle = sandbox.exec('echo started > started; sleep 1; echo late > late', {
          signal: controller.signal,
        });
        while (!(await sandbox.exists('started'))) await pause(10);
        const aborted = Date.now();
        controller.abort(reason);
        const error = await rejection(handle);
        assert.ok(Date.now() - aborted < ABORT_MS);
        assert.deepEqual([error.name, error.code, error.cause], ['AbortError', 'aborted', reason]);
        await pause(1300);
        assert.equal(await sandbox.exists('late'), false);
      },
    },
    {
      name: 'a signal that is aborted already keeps the command from starting',
      async check(sandbox) {
        const error = await rejection(sandbox.exec('echo x > ran', { signal: AbortSignal.abort() }));
        assert.equal(error.name, 'AbortError');
        assert.equal(await sandbox.exists('ran'), false);
      },
    },
    {
      name: 'the output of an aborted command ends, and a handle that nobody awaits harms nothing',
      async check(sandbox) {
        const unhandled: unknown[] = [];
        const note = (error: unknown) => unhandled.push(error);
        process.on('unhandledRejection', note);
        try {
          const handle = sandbox.exec('sleep 30', { signal: AbortSignal.timeout(50) });
          for await (const chunk of handle.output) assert.fail(`unexpected output: ${chunk.text}`);
          await pause(50);
        } finally {
          process.off('unhandledRejection', note);
        }
        assert.deepEqual(unhandled, []);
      },
    },
  ];
}

const KEEPS_OUTPUT: SandboxCase = {
  name: 'a timeout keeps what was printed so far, each stream its own',
  async check(sandbox) {
    const { stdout, stderr, exitCode } = await sandbox.exec(
      'echo partial; echo oops >&2; sleep 30; echo no',
      {
        timeout: 0.5,
      },
    );
    assert.deepEqual({ stdout, stderr, exitCode }, { stdout: 'partial\n', stderr: 'oops\n', exitCode: 124 });
  },
};

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

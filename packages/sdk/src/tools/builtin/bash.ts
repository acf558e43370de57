import { Type } from '@sinclair/typebox';
import type { ExecResult } from '../../ports/sandbox.js';
import { shellOutputText } from '../shell-output-text.js';
import { defineBuiltin } from './define-builtin.js';

/** Seconds. */
const DEFAULT_TIMEOUT = 120;
const MAX_TIMEOUT = 3600;

/** What a sandbox reports for a command that it stopped for its time limit. */
const TIMEOUT_EXIT_CODE = 124;

/** Seconds by which timers may run early. */
const TIMER_SLACK = 0.05;

/**
 * A non-zero exit is no error of the tool: `grep` and `test` say "no" that way. The model is told the code in the
 * text, programs find it in `details`.
 */
export const bashTool = defineBuiltin({
  name: 'bash',
  description: [
    'Run a shell command in the working directory; gives its output and a non-zero exit code.',
    'Each command starts a new shell: directory, variables and functions are not carried over. Standard input is empty.',
    'Prefer read, grep and glob to cat, grep and find.',
  ].join(' '),
  parameters: Type.Object(
    {
      command: Type.String({ minLength: 1, description: "Command line, run by the sandbox's shell" }),
      timeout: Type.Optional(
        Type.Number({
          exclusiveMinimum: 0,
          maximum: MAX_TIMEOUT,
          description: `Seconds until it is stopped; default ${DEFAULT_TIMEOUT}, at most ${MAX_TIMEOUT}`,
        }),
      ),
    },
    { additionalProperties: false },
  ),
  overflow: 'tail',
  async execute({ command, timeout = DEFAULT_TIMEOUT }, { sandbox, signal }) {
    const startedAt = performance.now();
    const result = await sandbox.exec(command, { timeout, signal });
    const seconds = (performance.now() - startedAt) / 1000;
    const timedOut = result.exitCode === TIMEOUT_EXIT_CODE && seconds >= timeout - TIMER_SLACK;
    return {
      content: [
        { type: 'text', text: [shellOutputText(result), ...notices(result, timedOut, timeout)].join('\n') },
      ],
      details: { exitCode: result.exitCode, timedOut, truncated: result.truncated === true },
    };
  },
});

function notices({ truncated }: ExecResult, timedOut: boolean, timeout: number): string[] {
  const found: string[] = [];
  if (truncated) found.push('[The middle of the output was dropped: there was more than the sandbox keeps.]');
  if (timedOut) {
    found.push(`[Stopped: it did not finish within ${timeout} s. Give a longer timeout if it needs one.]`);
  }
  return found;
}

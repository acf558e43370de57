import { CommanderError } from 'commander';
import { UsageError } from './command-error.js';
import { EXIT } from './exit-codes.js';
import { createProgram } from './program.js';

/**
 * Run one command line and end the process with its exit code. It ends even if the agent left a timer or a
 * connection open; what was written is flushed first.
 */
export async function main(argv: readonly string[]): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', acceptClosedPipe);
  let code: number = EXIT.done;
  try {
    await createProgram((exitCode) => {
      code = exitCode;
    }).parseAsync(argv, { from: 'user' });
  } catch (error) {
    // Before anything is reported: a fault of the report must not look like success.
    process.exitCode = EXIT.failed;
    code = await failureCode(error);
  }
  await Promise.all([flush(process.stdout), flush(process.stderr)]);
  process.exit(code);
}

/** Whoever reads may stop reading (`| head`). Other faults reach the callback of the write that met them. */
function acceptClosedPipe(_error: Error): void {}

async function failureCode(error: unknown): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
  const { reportError } = await import('./report/report-error.js');
  const { createColors, wantsColors } = await import('./report/colors.js');
  const colors = createColors(wantsColors(process.stderr, process.env));
  process.stderr.write(reportError(error, { colors, debug: Boolean(process.env.FLUE_DEBUG) }));
  return error instanceof UsageError ? EXIT.usage : EXIT.failed;
}

function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write('', () => resolve()));
}

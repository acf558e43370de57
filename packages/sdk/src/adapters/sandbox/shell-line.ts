import type { ExecCommand } from '../../ports/sandbox.js';

/** `command` as a line that a POSIX shell reads back as exactly that program and those arguments. */
export function shellLine(command: string | ExecCommand): string {
  if (typeof command === 'string') return command;
  return [command.command, ...(command.args ?? [])].map(quoteArgument).join(' ');
}

/** One word of a POSIX shell, whatever is in it: in single quotes nothing is special but the quote itself. */
function quoteArgument(argument: string): string {
  return `'${argument.replaceAll("'", `'\\''`)}'`;
}

import { OptionError } from '../../errors/option-error.js';
import { SandboxError } from '../../errors/sandbox-error.js';
import type { ExecCommand, ExecOptions } from '../../ports/sandbox.js';

/** What no adapter accepts. @throws {OptionError} {SandboxError} */
export function checkExecOptions(command: string | ExecCommand, { env, timeout }: ExecOptions): void {
  checkCommand(command);
  if (timeout !== undefined && !(Number.isFinite(timeout) && timeout > 0)) {
    throw new OptionError(`exec({ timeout }) got ${timeout}; accepted is a number of seconds above 0.`);
  }
  for (const [name, value] of Object.entries(env ?? {})) checkVariable(name, value);
}

function checkCommand(command: string | ExecCommand): void {
  if (typeof command === 'string') {
    requireNoNul(command, 'The command');
    return;
  }
  if (typeof command?.command !== 'string' || command.command === '') {
    throw new OptionError('exec() takes a command line, or { command, args } with the name of a program.');
  }
  requireNoNul(command.command, 'The program name');
  for (const [index, argument] of (command.args ?? []).entries()) {
    if (typeof argument !== 'string') {
      throw new OptionError(`Argument ${index + 1} of "${command.command}" is ${typeof argument}, not text.`);
    }
    requireNoNul(argument, `Argument ${index + 1} of "${command.command}"`);
  }
}

function requireNoNul(text: string, what: string): void {
  if (!text.includes('\0')) return;
  throw new SandboxError(`${what} contains a NUL character, which no program can receive.`, {
    hint: 'Write the bytes to a file and pass its path.',
  });
}

function checkVariable(name: string, value: unknown): void {
  if (!/^[^=\0]+$/.test(name)) throw new OptionError(`exec({ env }) got the variable name "${name}".`);
  if (typeof value !== 'string' || value.includes('\0')) {
    throw new OptionError(`exec({ env }) got a value for ${name} that is not a text without NUL.`);
  }
}

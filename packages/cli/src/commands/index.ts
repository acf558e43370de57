import type { Command } from 'commander';
import { addRunCommand } from './run.js';

/** Adds one command; its action loads the code that does the work and reports the exit code. */
export type AddCommand = (program: Command, finish: (exitCode: number) => void) => void;

export const COMMANDS: readonly AddCommand[] = [addRunCommand];

import { stripVTControlCharacters } from 'node:util';
import type { ExecResult } from '../ports/sandbox.js';

/** What a command printed and how it ended, as the model is shown it. */
export function shellOutputText(result: Pick<ExecResult, 'stdout' | 'stderr' | 'exitCode'>): string {
  const stdout = terminalText(result.stdout);
  const stderr = terminalText(result.stderr);
  const parts = [stdout];
  if (stderr !== '') parts.push(stdout === '' ? stderr : `stderr:\n${stderr}`);
  if (result.exitCode !== 0) parts.push(`exit code ${result.exitCode}`);
  return parts.filter((part) => part !== '').join('\n') || '(no output)';
}

/** Output as a person would be left with it: no escape sequences, no overwritten progress lines, no final newline. */
export function terminalText(output: string): string {
  return stripVTControlCharacters(output)
    .replace(/\r\n/g, '\n')
    .replace(/^.*\r(?=.)/gm, '')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .replace(/\n$/, '');
}

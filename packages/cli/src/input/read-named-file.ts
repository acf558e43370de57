import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../command-error.js';

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read',
};

/** The text of a file that an option names, relative to the current folder. @throws {UsageError} */
export function readNamedFile(file: string, option: string): string {
  if (file === '') throw new UsageError(`${option} names no file.`);
  const path = resolve(file);
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    const reason = Object.hasOwn(REASONS, code) ? REASONS[code] : `cannot be read (${code})`;
    throw new UsageError(`${option}: the file ${path} ${reason}.`);
  }
}

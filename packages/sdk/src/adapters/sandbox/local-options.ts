import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { OptionError } from '../../errors/option-error.js';

/** Options of `local()`: commands and files on the host itself. */
export interface LocalOptions {
  /** Directory that relative paths start from, relative to the process's own. Default: the process's own. */
  cwd?: string;
  /** Further directories that the file tools may use, relative to `cwd`. The cwd is always one. Default: none. */
  roots?: readonly string[];
  /**
   * Variables for every command, beside the few that pass by default (`PASSED_VARIABLES`). Pass one of the
   * host's by name: `{ GITHUB_TOKEN: process.env.GITHUB_TOKEN }`. Undefined values are left out.
   */
  env?: Readonly<Record<string, string | undefined>>;
  /** Wall-clock limit in seconds of a command that has none of its own. Default: 600. */
  timeout?: number;
}

const ACCEPTED: Record<keyof LocalOptions, true> = { cwd: true, roots: true, env: true, timeout: true };

/** @throws {OptionError} that names the first unusable option. */
export function checkLocalOptions(options: LocalOptions): void {
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(ACCEPTED, name)) throw refusal(`has no option "${name}"`, 'cwd, roots, env, timeout');
  }
  const { cwd, roots, env, timeout } = options;
  if (cwd !== undefined && !isPath(cwd)) throw refusal(`got cwd ${show(cwd)}`, 'a path of a directory');
  if (roots !== undefined && !(Array.isArray(roots) && roots.every(isPath))) {
    throw refusal(`got roots ${show(roots)}`, 'a list of paths of directories');
  }
  if (timeout !== undefined && !(Number.isFinite(timeout) && timeout > 0)) {
    throw refusal(`got timeout ${show(timeout)}`, 'a number of seconds above 0');
  }
  if (env !== undefined) checkEnvironment(env);
}

function checkEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  if (typeof env !== 'object' || env === null || Array.isArray(env)) {
    throw refusal(`got env ${show(env)}`, 'an object of names and values');
  }
  for (const [name, value] of Object.entries(env)) {
    if (!/^[^=\0]+$/.test(name))
      throw refusal(`got env with the name ${show(name)}`, 'names without "=" and NUL');
    if (value !== undefined && (typeof value !== 'string' || value.includes('\0'))) {
      throw refusal(
        `got env with a value for ${name} that cannot be one`,
        'a text without NUL, or undefined',
      );
    }
  }
}

/** `path` against `base`. @throws {OptionError} that names it unless it is an existing directory. */
export async function existingDirectory(base: string, path: string, option: string): Promise<string> {
  const absolute = resolve(base, path);
  const found = await stat(absolute).catch((error: NodeJS.ErrnoException) => error.code ?? 'unknown');
  if (typeof found === 'object' && found.isDirectory()) return absolute;
  const why = typeof found === 'object' ? 'it is not a directory' : whyUnusable(found);
  throw new OptionError(`The local sandbox cannot use ${option} ${show(path)} (${absolute}): ${why}.`, {
    hint: `Create the directory first, or give another ${option}.`,
  });
}

function whyUnusable(code: string): string {
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'it does not exist' : code;
}

function isPath(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !value.includes('\0');
}

function refusal(given: string, accepted: string): OptionError {
  return new OptionError(`local() ${given}; accepted: ${accepted}.`);
}

function show(value: unknown): string {
  return JSON.stringify(value) ?? String(value);
}

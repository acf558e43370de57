import { parse } from 'dotenv';
import { readNamedFile } from './read-named-file.js';

/** Add the variables of a `.env` file to `env`. One that is set already stays as it is, as dotenv does. */
export function loadEnvFile(file: string, env: Record<string, string | undefined>): void {
  for (const [name, value] of Object.entries(parse(readNamedFile(file, '--env')))) env[name] ??= value;
}

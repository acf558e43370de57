import { text } from 'node:stream/consumers';
import { parseJson } from './parse-json.js';
import { readNamedFile } from './read-named-file.js';

/**
 * The payload that `--payload` gives: JSON, `@file`, or `-` for standard input, which is read to its end and only
 * then. Default `{}`.
 * @throws {UsageError} the file cannot be read, or it is not JSON
 */
export async function readPayload(
  given: string | undefined,
  stdin: AsyncIterable<Uint8Array>,
): Promise<unknown> {
  if (given === undefined) return {};
  if (given === '-') return parseJson(await text(stdin), '--payload - (standard input)');
  if (given.startsWith('@')) {
    const file = given.slice(1);
    return parseJson(readNamedFile(file, '--payload'), `--payload ${given}`);
  }
  return parseJson(given, '--payload', SHELL_HINT);
}

const SHELL_HINT = `Quote it for the shell, as in --payload '{"name": "Ada"}', or pass a file: --payload @file.json`;

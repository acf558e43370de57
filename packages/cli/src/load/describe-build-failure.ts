import { relative } from 'node:path';
import type { BuildFailure, Message } from 'esbuild';
import { codeFrame } from '../report/code-frame.js';
import { withoutPrefix } from './module-locations.js';

/** Message and options of the error that tells why an agent could not be bundled. */
export function describeBuildFailure(
  error: unknown,
  file: string,
): [string, { hint?: string; cause?: unknown }] {
  const first = isBuildFailure(error) ? error.errors[0] : undefined;
  if (!first) return [`${file} could not be translated.`, { cause: error }];
  const more = (error as BuildFailure).errors.length - 1;
  const place = first.location ? describePlace(first.location) : { at: file, frame: '' };
  const others = more > 0 ? `\n(and ${more} more ${more === 1 ? 'fault' : 'faults'})` : '';
  return [`${place.at}: ${first.text}${place.frame}${others}`, { hint: whatToDo(first.text) }];
}

function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error && Array.isArray(error.errors);
}

/** `file:line:column` from 1, relative to the current folder, and the line. */
function describePlace(location: NonNullable<Message['location']>): { at: string; frame: string } {
  const { lineText, column: bytes } = withoutPrefix(location);
  const column = Buffer.from(lineText).subarray(0, Math.max(bytes, 0)).toString().length;
  return {
    at: `${relative('', location.file)}:${location.line}:${column + 1}`,
    frame: `\n${codeFrame({ lineText, line: location.line, column })}`,
  };
}

function whatToDo(text: string): string | undefined {
  const missing = /^Could not resolve "([^"]+)"/.exec(text)?.[1];
  if (missing === undefined) return undefined;
  if (/^[./]/.test(missing)) return 'Check the path: it is relative to the file that imports it.';
  const name = missing.split('/', missing.startsWith('@') ? 2 : 1).join('/');
  return `Install it in the project: npm install ${name}`;
}

import { UsageError } from '../command-error.js';
import { codeFrame } from '../report/code-frame.js';
import { findJsonFault } from './find-json-fault.js';

/**
 * Parse JSON that was typed or that is in a file which was named; `what` names it in the message.
 * @throws {UsageError} that shows the place of the first fault
 */
export function parseJson(source: string, what: string, hint?: string): unknown {
  const text = source.replace(/^\uFEFF/, '');
  if (text.trim() === '') throw new UsageError(`${what} is empty; it must be JSON.`, { hint });
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = findJsonFault(text);
    if (!fault) throw error;
    throw new UsageError(`${what} is not JSON: ${describe(text, fault.offset, fault.expected)}`, { hint });
  }
}

function describe(text: string, offset: number, expected: string): string {
  const before = text.slice(0, offset).split('\n');
  const line = before.length;
  const column = before.at(-1)!.length;
  const lineText = text.split('\n')[line - 1]!;
  return `expected ${expected} at line ${line}, column ${column + 1}.\n${codeFrame({ lineText, line, column })}`;
}

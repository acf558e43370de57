import { UsageError } from '../command-error.js';

const MAX_BYTES = 256;

/** An agent's instance as `--id` names it. @throws {UsageError} */
export function checkId(id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const fault = idFault(id);
  if (fault) throw new UsageError(`--id ${JSON.stringify(id).slice(0, 80)} ${fault}.`, { hint: RULE });
  return id;
}

const RULE = `An id is 1 to ${MAX_BYTES} bytes of UTF-8 without control characters, and not "." or "..".`;

function idFault(id: string): string | undefined {
  if (id === '') return 'is empty';
  if (id === '.' || id === '..') return 'cannot be a part of a URL';
  if (/\p{Cc}/u.test(id)) return 'has a control character';
  if (!id.isWellFormed()) return 'is not well-formed Unicode';
  const bytes = Buffer.byteLength(id);
  return bytes > MAX_BYTES ? `is ${bytes} bytes long` : undefined;
}

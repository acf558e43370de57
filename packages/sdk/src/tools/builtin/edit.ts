import { type Static, Type } from '@sinclair/typebox';
import { PathError } from '../../errors/path-error.js';
import { ToolError } from '../../errors/tool-error.js';
import type { Sandbox } from '../../ports/sandbox.js';
import type { ToolResult } from '../../ports/tool.js';
import { defineBuiltin } from './define-builtin.js';
import { isUtf16 } from './detect-content.js';
import { editDiff } from './edit-diff.js';
import { encodeText } from './encode-text.js';
import type { Region } from './find-text.js';
import { holdFile } from './hold-file.js';
import { lineNumbers } from './line-numbers.js';
import { findNearMiss } from './near-miss.js';
import { asBuffer } from './read-chunks.js';
import { findOldText, type Replacement, replaceRegions } from './replace-text.js';

const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** How many line numbers an error names. */
const MAX_LISTED = 10;

const parameters = Type.Object(
  {
    path: Type.String({ description: 'File, absolute or relative to the working directory' }),
    oldText: Type.String({ description: 'Exact text to replace, with its whitespace and indentation' }),
    newText: Type.String({ description: 'Text to put in its place, taken literally' }),
    replaceAll: Type.Optional(
      Type.Boolean({ description: 'Replace every occurrence; otherwise oldText must occur exactly once' }),
    ),
  },
  { additionalProperties: false },
);

type EditInput = Static<typeof parameters>;

export const editTool = defineBuiltin({
  name: 'edit',
  description: [
    'Replace exact text in a file. oldText must occur exactly once, unless replaceAll is true.',
    'Line ends (LF, CRLF) and a byte order mark are kept as they are in the file.',
  ].join(' '),
  parameters,
  async execute(input, { sandbox, signal }, { locks }) {
    const replacement = readReplacement(input);
    return holdFile(locks, sandbox, input.path, () => editFile(input, replacement, sandbox, signal));
  },
});

function readReplacement({ oldText, newText }: EditInput): Replacement {
  if (oldText === '') {
    throw new ToolError('oldText is empty; it must be the exact text to replace.', {
      hint: 'To create a file, or to replace one whole, use write.',
    });
  }
  if (oldText === newText) throw new ToolError('oldText and newText are the same, so nothing would change.');
  return { oldText: encodeText(oldText, 'oldText'), newText: encodeText(newText, 'newText') };
}

/** From read to write under the path's lock. */
async function editFile(
  input: EditInput,
  replacement: Replacement,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<ToolResult> {
  const before = await readWhole(sandbox, input.path);
  const regions = findOldText(before, replacement);
  if (regions.length === 0) return notFound(input, before, replacement);
  if (regions.length > 1 && !input.replaceAll) return ambiguous(input.path, before, regions);
  const after = replaceRegions(before, regions, replacement);
  if (after.equals(before)) throw new ToolError(`The edit would change nothing in "${input.path}".`);
  signal.throwIfAborted();
  await requireUnchanged(sandbox, input.path, before);
  signal.throwIfAborted();
  await sandbox.writeFile(input.path, after);
  return edited(input, before, regions, after);
}

async function readWhole(sandbox: Sandbox, path: string): Promise<Buffer> {
  const bytes = asBuffer(await sandbox.readFileBuffer(path, { start: 0, end: MAX_FILE_BYTES + 1 }));
  if (bytes.length > MAX_FILE_BYTES) {
    throw new PathError(path, 'too-large', `Cannot edit "${path}": it is over ${MAX_FILE_BYTES} bytes.`, {
      hint: 'Change it with bash.',
    });
  }
  if (isUtf16(bytes) || bytes.includes(0)) {
    const what = isUtf16(bytes) ? 'UTF-16 text, not UTF-8' : 'a binary file';
    throw new ToolError(`Cannot edit "${path}": it is ${what} (${bytes.length} bytes).`, {
      hint: 'Change it with bash.',
    });
  }
  return bytes;
}

/** The lock keeps our own tools away, not a command that runs at the same time. */
async function requireUnchanged(sandbox: Sandbox, path: string, before: Buffer): Promise<void> {
  const now = await sandbox.readFileBuffer(path, { start: 0, end: MAX_FILE_BYTES + 1 });
  if (before.equals(now)) return;
  throw new ToolError(`"${path}" was changed by something else during the edit; nothing was written.`, {
    hint: 'Read it again, then repeat the edit.',
  });
}

function edited({ path, newText }: EditInput, before: Buffer, regions: Region[], after: Buffer): ToolResult {
  const lines = lineNumbers(before, regions);
  const count = regions.length === 1 ? '1 occurrence' : `${regions.length} occurrences`;
  return {
    content: [{ type: 'text', text: `Edited "${path}": replaced ${count} at ${listLines(lines)}.` }],
    details: {
      path,
      replacements: regions.length,
      lines: lines.slice(0, MAX_LISTED),
      bytes: after.length,
      diff: editDiff(before, regions, newText),
    },
  };
}

function notFound(
  { path, oldText }: EditInput,
  before: Buffer,
  { oldText: sought }: Replacement,
): ToolResult {
  const near = findNearMiss(before, sought);
  const advice =
    near !== undefined
      ? `The text at line ${near} differs from it only in whitespace: copy that exactly.`
      : oldText.includes('\r')
        ? 'It has carriage returns: write line ends as \\n, they match CRLF too.'
        : 'Read the file and copy the text exactly, whitespace included.';
  return failure(`oldText was not found in "${path}" (0 matches). ${advice}`, { path, matches: 0 });
}

function ambiguous(path: string, before: Buffer, regions: Region[]): ToolResult {
  const lines = lineNumbers(before, regions);
  const where = `oldText occurs ${regions.length} times in "${path}", at ${listLines(lines)}.`;
  const advice = 'Add lines around it until it is unique, or set replaceAll to replace every one.';
  return failure(`${where} ${advice}`, { path, matches: regions.length, lines: lines.slice(0, MAX_LISTED) });
}

function listLines(lines: readonly number[]): string {
  if (lines.length === 1) return `line ${lines[0]}`;
  const listed = lines.slice(0, MAX_LISTED).join(', ');
  return lines.length > MAX_LISTED
    ? `lines ${listed} and ${lines.length - MAX_LISTED} more`
    : `lines ${listed}`;
}

function failure(text: string, details: Record<string, unknown>): ToolResult {
  return { content: [{ type: 'text', text }], isError: true, details };
}

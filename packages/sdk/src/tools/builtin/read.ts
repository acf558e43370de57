import { Type } from '@sinclair/typebox';
import { ToolError } from '../../errors/tool-error.js';
import type { ToolContext, ToolResult } from '../../ports/tool.js';
import { createPause } from './create-pause.js';
import { defineBuiltin } from './define-builtin.js';
import { detectContent } from './detect-content.js';
import { pageResult } from './page-result.js';
import { printablePath } from './printable-path.js';
import { readChunks } from './read-chunks.js';
import { type PageRequest, readPage } from './read-page.js';

const DEFAULT_LINES = 2000;

/** DESIGN section 6's 50 KB, less room for the notices: so the pipeline has nothing to cut. */
const MAX_PAGE_BYTES = 50 * 1024 - 512;

/** Base64 makes 5 MiB of it, the most that providers take. */
const MAX_IMAGE_BYTES = 3.75 * 1024 * 1024;

export const readTool = defineBuiltin({
  name: 'read',
  description: [
    `Read a text file: up to ${DEFAULT_LINES} lines and 50 KB at once, without line numbers.`,
    'Of a longer file it says how to read on, with offset and limit.',
    'Also shows images (PNG, JPEG, GIF, WebP) and lists directories.',
  ].join(' '),
  parameters: Type.Object(
    {
      path: Type.String({ description: 'File or directory, absolute or relative to the working directory' }),
      offset: Type.Optional(Type.Integer({ minimum: 1, description: 'First line to read, from 1' })),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, description: `Most lines to read; default ${DEFAULT_LINES}` }),
      ),
    },
    { additionalProperties: false },
  ),
  async execute({ path, offset = 1, limit = DEFAULT_LINES }, ctx) {
    const request = { offset, limit, maxBytes: MAX_PAGE_BYTES };
    const { isDirectory, size } = await ctx.sandbox.stat(path);
    return isDirectory ? readDirectory(path, request, ctx) : readFile(path, size, request, ctx);
  },
});

async function readFile(
  path: string,
  size: number,
  request: PageRequest,
  ctx: ToolContext,
): Promise<ToolResult> {
  const { head, whole, chunks } = await readChunks(ctx.sandbox, path, createPause(ctx.signal));
  const content = detectContent(head, whole);
  if (content.kind === 'binary') throw notText(path, content.what, size);
  if (content.kind === 'image') return readImage(path, content.mimeType, size, ctx);
  const page = await readPage(chunks, request);
  return pageResult(page, { kind: 'file', path, bytes: size, bom: content.bom });
}

async function readImage(
  path: string,
  mimeType: string,
  size: number,
  ctx: ToolContext,
): Promise<ToolResult> {
  if (size > MAX_IMAGE_BYTES) throw imageTooLarge(path, size);
  const bytes = await ctx.sandbox.readFileBuffer(path, { start: 0, end: MAX_IMAGE_BYTES + 1 });
  if (bytes.length > MAX_IMAGE_BYTES) throw imageTooLarge(path, bytes.length);
  return {
    content: [
      { type: 'text', text: `[${mimeType}, ${bytes.length} bytes]` },
      { type: 'image', data: Buffer.from(bytes).toString('base64'), mimeType },
    ],
    details: { kind: 'image', path, mimeType, bytes: bytes.length },
  };
}

async function readDirectory(path: string, request: PageRequest, ctx: ToolContext): Promise<ToolResult> {
  const entries = await ctx.sandbox.readdirWithTypes(path);
  const lines = entries.map(({ name, type }) => `${printablePath(name)}${type === 'directory' ? '/' : ''}\n`);
  const page = await readPage(once(Buffer.from(lines.join(''))), request);
  return pageResult(page, { kind: 'directory', path });
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

function notText(path: string, what: string, size: number): ToolError {
  return new ToolError(`Cannot show "${path}": it is ${what} (${size} bytes).`, {
    hint: 'Look at it or convert it with bash.',
  });
}

function imageTooLarge(path: string, size: number): ToolError {
  return new ToolError(
    `Cannot show "${path}": the image is ${size} bytes; at most ${MAX_IMAGE_BYTES} can be shown.`,
    { hint: 'Make it smaller with bash.' },
  );
}

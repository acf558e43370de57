import { createHash } from 'node:crypto';
import type { ImageContent, TextContent } from '../../events/vocabulary.js';
import type { StoredBlob } from '../../ports/session-store.js';
import type { ToolResult } from '../../ports/tool.js';
import { capText } from '../cap-text.js';
import { outputPath } from '../outputs.js';

/** The most text of one result that the model is shown, in bytes of UTF-8 (DESIGN section 6). */
export const MAX_RESULT_BYTES = 50 * 1024;

/** The most that is kept of one oversized text. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** Fit a result into what the model is shown; oversized text is kept whole as a blob, and the result says where. */
export function shapeResult(
  result: Required<ToolResult>,
  overflow: 'head' | 'tail',
): { result: Required<ToolResult>; blobs: StoredBlob[] } {
  const sizes = result.content.map(textBytes);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total <= MAX_RESULT_BYTES) return { result, blobs: [] };

  const blobs: StoredBlob[] = [];
  let room = MAX_RESULT_BYTES;
  const content = result.content.map((part, index) => {
    const size = sizes[index] ?? 0;
    if (part.type !== 'text' || size <= room) {
      room -= size;
      return part;
    }
    const shown = capText(part.text, room, overflow);
    room = 0;
    const blob = keepWhole(part.text);
    blobs.push(blob);
    return { ...part, text: withNotice(shown.text, overflow, size, blob) };
  });
  return { result: { ...result, content }, blobs };
}

function textBytes(part: TextContent | ImageContent): number {
  return part.type === 'text' ? Buffer.byteLength(part.text) : 0;
}

function keepWhole(text: string): StoredBlob {
  const kept = capText(text, MAX_KEPT_BYTES, 'head').text;
  const bytes = Buffer.from(kept, 'utf8');
  return { digest: createHash('sha256').update(bytes).digest('hex'), bytes };
}

function withNotice(shown: string, overflow: 'head' | 'tail', size: number, blob: StoredBlob): string {
  const which = overflow === 'head' ? 'first' : 'last';
  const kept = blob.bytes.length < size ? `the first ${blob.bytes.length} bytes are` : 'all of it is';
  const notice = `[${size} bytes in all; only the ${which} ${Buffer.byteLength(shown)} are shown, ${kept} at ${outputPath(blob.digest)}]`;
  return overflow === 'head' ? `${shown}\n${notice}` : `${notice}\n${shown}`;
}

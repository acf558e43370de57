import { createHash } from 'node:crypto';
import type { StoredBlob } from '../../ports/session-store.js';
import type { ToolResult } from '../../ports/tool.js';
import { capText } from '../cap-text.js';
import { outputPath } from '../outputs.js';

/** The most text of one result that the model is shown, in bytes of UTF-8 (DESIGN section 6). */
export const MAX_RESULT_BYTES = 50 * 1024;

/** The most that is kept of one oversized text. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** Fit a result into what the model is shown; oversized text is kept whole, in one
 * blob, and the result says where. */
export function shapeResult(
  result: Required<ToolResult>,
  overflow: 'head' | 'tail',
): { result: Required<ToolResult>; blobs: StoredBlob[] } {
  const texts = result.content.filter((part) => part.type === 'text').map(({ text }) => text);
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (size <= MAX_RESULT_BYTES) return { result, blobs: [] };

  const whole = texts.join('\n');
  const blob = keepWhole(whole);
  const shown = capText(whole, MAX_RESULT_BYTES, overflow);
  const text = withNotice(shown.text, overflow, shown.totalBytes, blob);
  const images = result.content.filter((part) => part.type === 'image');
  return { result: { ...result, content: [{ type: 'text', text }, ...images] }, blobs: [blob] };
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

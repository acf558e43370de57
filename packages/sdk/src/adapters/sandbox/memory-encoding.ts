import { Buffer } from 'node:buffer';

/** How a shell command wants its text as bytes. `binary` is one byte per character. */
export type TextEncoding = 'utf8' | 'utf-8' | 'ascii' | 'binary' | 'base64' | 'hex' | 'latin1';

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Bytes that nobody else holds. Small buffers of Node's share a pool, so they are copied out of it. */
export function encodeText(content: string | Uint8Array, encoding: TextEncoding): Uint8Array {
  if (typeof content !== 'string') return content;
  if (isUtf8(encoding)) return encoder.encode(content);
  return new Uint8Array(Buffer.from(content, encoding));
}

/** A copy as UTF-8, which the caller cannot change afterwards. */
export function ownBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? encoder.encode(content) : new Uint8Array(content);
}

export function decodeBytes(bytes: Uint8Array, encoding: TextEncoding = 'utf8'): string {
  if (isUtf8(encoding)) return decoder.decode(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(encoding);
}

/** The shell's own file systems read ASCII as UTF-8, too. */
function isUtf8(encoding: TextEncoding): boolean {
  return encoding === 'utf8' || encoding === 'utf-8' || encoding === 'ascii';
}

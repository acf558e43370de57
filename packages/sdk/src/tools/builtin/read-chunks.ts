import type { Sandbox } from '../../ports/sandbox.js';
import type { Pause } from './create-pause.js';

/** What is read of a file at once, and so what one read may hold in memory. */
const CHUNK_BYTES = 256 * 1024;

export interface FileChunks {
  /** The first chunk. */
  head: Buffer;
  /** True when the head is all of the file. */
  whole: boolean;
  /** All chunks, the first included; the next is read when it is asked for. */
  chunks: AsyncIterable<Buffer>;
}

/** Read a file chunk by chunk. @throws {PathError} */
export async function readChunks(sandbox: Sandbox, path: string, pause: Pause): Promise<FileChunks> {
  const head = await chunkAt(0);
  return { head, whole: head.length < CHUNK_BYTES, chunks: all() };

  async function* all(): AsyncGenerator<Buffer> {
    let chunk = head;
    for (let start = CHUNK_BYTES; chunk.length > 0; start += CHUNK_BYTES) {
      yield chunk;
      if (chunk.length < CHUNK_BYTES) return;
      chunk = await chunkAt(start);
    }
  }

  async function chunkAt(start: number): Promise<Buffer> {
    await pause();
    return asBuffer(await sandbox.readFileBuffer(path, { start, end: start + CHUNK_BYTES }));
  }
}

/** The same memory, with `Buffer`'s methods. */
export function asBuffer({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

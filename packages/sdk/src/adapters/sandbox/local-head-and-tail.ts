import { StringDecoder } from 'node:string_decoder';

export interface HeadAndTail {
  push(bytes: Uint8Array): void;
  /** Both ends as UTF-8, no character split; a line between them says how much was dropped, if anything was. */
  text(): string;
  readonly dropped: number;
}

/** Bytes in fixed buffers, so that a flood in tiny pieces costs no more than its bytes. Sizes in bytes. */
export function createHeadAndTail(headSize: number, tailSize: number): HeadAndTail {
  let head = Buffer.alloc(0);
  let headLength = 0;
  let ring: Buffer | undefined;
  /** Bytes that came after the head. */
  let beyond = 0;

  return {
    push(bytes) {
      const forHead = bytes.subarray(0, headSize - headLength);
      if (forHead.length > 0) addToHead(forHead);
      if (forHead.length < bytes.length) addToRing(bytes.subarray(forHead.length));
    },
    text() {
      const start = head.subarray(0, headLength);
      const end = tail();
      if (beyond <= tailSize) return Buffer.concat([start, end]).toString('utf8');
      const before = new StringDecoder('utf8').write(start);
      const after = end.subarray(firstWhole(end)).toString('utf8');
      return `${before}\n[... ${beyond - tailSize} bytes of output left out ...]\n${after}`;
    },
    get dropped() {
      return Math.max(beyond - tailSize, 0);
    },
  };

  function addToHead(bytes: Uint8Array): void {
    const needed = headLength + bytes.length;
    if (needed > head.length) {
      const grown = Buffer.alloc(Math.min(Math.max(needed, head.length * 2), headSize));
      head.copy(grown, 0, 0, headLength);
      head = grown;
    }
    head.set(bytes, headLength);
    headLength = needed;
  }

  function addToRing(bytes: Uint8Array): void {
    ring ??= Buffer.alloc(tailSize);
    const kept = bytes.subarray(-tailSize);
    const at = (beyond + bytes.length - kept.length) % tailSize;
    const untilEdge = kept.subarray(0, tailSize - at);
    ring.set(untilEdge, at);
    ring.set(kept.subarray(untilEdge.length), 0);
    beyond += bytes.length;
  }

  function tail(): Buffer {
    if (!ring || beyond <= tailSize) return ring?.subarray(0, beyond) ?? Buffer.alloc(0);
    const oldest = beyond % tailSize;
    return Buffer.concat([ring.subarray(oldest), ring.subarray(0, oldest)]);
  }
}

/** Index of the first byte that is not the rest of a character. */
function firstWhole(bytes: Buffer): number {
  const index = bytes.subarray(0, 4).findIndex((byte) => (byte & 0xc0) !== 0x80);
  return index === -1 ? 0 : index;
}

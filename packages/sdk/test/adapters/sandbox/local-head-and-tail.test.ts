import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createHeadAndTail } from '../../../src/adapters/sandbox/local-head-and-tail.js';

/** Push `bytes` in pieces whose lengths go round in `sizes`. */
function collect(bytes: Buffer, sizes: readonly number[], head: number, tail: number) {
  const kept = createHeadAndTail(head, tail);
  for (let at = 0, piece = 0; at < bytes.length; piece++) {
    const size = sizes[piece % sizes.length]!;
    kept.push(bytes.subarray(at, at + size));
    at += size;
  }
  return kept;
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 });
const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((value) => value.isWellFormed());

describe('head and tail', () => {
  it('C22 gives a text that fits back as it was, however it is cut in pieces', () => {
    fc.assert(
      fc.property(text, sizes, (value, pieces) => {
        const bytes = Buffer.from(value);
        const kept = collect(bytes, pieces, 16, bytes.length);
        expect(kept.text()).toBe(value);
        expect(kept.dropped).toBe(0);
      }),
    );
  });

  it('C22 S06 keeps both ends of a longer one, splits no character and says how much is gone', () => {
    fc.assert(
      fc.property(
        text,
        sizes,
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 4, max: 12 }),
        (value, pieces, head, tail) => {
          const bytes = Buffer.from(value);
          fc.pre(bytes.length > head + tail);
          const kept = collect(bytes, pieces, head, tail);
          expect(kept.dropped).toBe(bytes.length - head - tail);
          const match = /^([\s\S]*)\n\[\.\.\. (\d+) bytes of output left out \.\.\.\]\n([\s\S]*)$/.exec(
            kept.text(),
          );
          const [, before = '?', dropped, after = '?'] = match ?? [];
          expect(Number(dropped)).toBe(kept.dropped);
          expect(value.startsWith(before)).toBe(true);
          expect(value.endsWith(after)).toBe(true);
          expect(Buffer.byteLength(before)).toBeGreaterThan(head - 4);
          expect(Buffer.byteLength(after)).toBeGreaterThan(tail - 4);
        },
      ),
    );
  });
});

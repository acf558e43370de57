import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileLinePattern } from '../../../src/tools/builtin/compile-line-pattern.js';
import { searchLines } from '../../../src/tools/builtin/search-lines.js';

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const pause = async () => undefined;

/** The straightforward way: all lines at once. */
function expected(text: string, context: number) {
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  const isMatch = (line: string | undefined) => line?.includes('x') === true;
  return lines.flatMap((line, index) => {
    const near = lines.slice(Math.max(0, index - context), index + context + 1).some(isMatch);
    return near ? [{ number: index + 1, text: line, isMatch: isMatch(line) }] : [];
  });
}

test('however a text is cut into chunks and blocks, the lines found are the same', async () => {
  const pattern = await compileLinePattern('x');
  const line = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('', 'a', 'é世', 'b'.repeat(300)) },
    { weight: 1, arbitrary: fc.constantFrom('x', 'axb') },
  );
  const texts = fc
    .tuple(fc.array(line, { maxLength: 300 }), fc.constantFrom('', '\n'))
    .map(([lines, end]) => (lines.join('\n') + end).replace(/^\n+$/, ''));
  await fc.assert(
    fc.asyncProperty(texts, fc.nat(3), fc.integer({ min: 1, max: 2000 }), async (text, context, size) => {
      const chunks = inChunks(Buffer.from(text), size);
      const found = await searchLines(chunks, { pattern, context, limit: 10_000, pause });
      expect(found.lines).toEqual(expected(text, context));
      expect(found.more).toBe(false);
    }),
  );
});

test('stops at the match after the last that is wanted', async () => {
  const pattern = await compileLinePattern('x');
  let asked = 0;
  async function* chunks() {
    for (;;) {
      asked++;
      yield Buffer.from('x\n'.repeat(10));
    }
  }
  const found = await searchLines(chunks(), { pattern, context: 0, limit: 25, pause });
  expect(found).toMatchObject({ matches: 25, more: true });
  expect(asked).toBe(3);
});

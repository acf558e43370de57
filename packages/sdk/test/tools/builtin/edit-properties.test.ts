import fc from 'fast-check';
import { expect, test } from 'vitest';
import { editDiff } from '../../../src/tools/builtin/edit-diff.js';
import { findText } from '../../../src/tools/builtin/find-text.js';
import { lineNumbers } from '../../../src/tools/builtin/line-numbers.js';
import { findOldText, replaceRegions } from '../../../src/tools/builtin/replace-text.js';

/** Few different pieces, so that matches, overlaps and line ends of every kind are frequent. */
const textOf = (pieces: string[], minLength: number, maxLength: number) =>
  fc.array(fc.constantFrom(...pieces), { minLength, maxLength }).map((parts) => parts.join(''));

const LINE_PIECES = ['a', 'b', 'é', '世', ' ', '\n'];
const mixed = textOf([...LINE_PIECES, '\r\n'], 0, 40);
const oldText = textOf(LINE_PIECES, 1, 4);
const newText = textOf(LINE_PIECES, 0, 5);

const toLf = (text: string) => text.replaceAll('\r\n', '\n');
const toCrlf = (text: string) => text.replaceAll('\n', '\r\n');

function replaceAll(content: string | Buffer, sought: string, by: string) {
  const bytes = Buffer.from(content as string);
  const replacement = { oldText: Buffer.from(sought), newText: Buffer.from(by) };
  const regions = findOldText(bytes, replacement);
  return { bytes, regions, after: replaceRegions(bytes, regions, replacement) };
}

test('F11 bytes outside of the matched regions are as they were, whatever they are', () => {
  const noise = fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes));
  const content = fc
    .array(
      fc.oneof(
        mixed.map((text) => Buffer.from(text)),
        noise,
      ),
      { maxLength: 8 },
    )
    .map((parts) => Buffer.concat(parts));
  fc.assert(
    fc.property(content, oldText, newText, (given, sought, by) => {
      const { bytes, regions, after } = replaceAll(given, sought, by);
      let copied = 0;
      let at = 0;
      for (const { start, end } of regions) {
        const outside = bytes.subarray(copied, start);
        expect(after.subarray(at, at + outside.length)).toEqual(outside);
        at += outside.length;
        const forms = [Buffer.from(by), Buffer.from(toCrlf(by))];
        const form = forms.find((one) => after.subarray(at, at + one.length).equals(one));
        expect(form).toBeDefined();
        at += form?.length ?? 0;
        copied = end;
      }
      expect(after.subarray(at)).toEqual(bytes.subarray(copied));
    }),
  );
});

test('F11 line ends aside, an edit is the replacement of every occurrence from the left', () => {
  fc.assert(
    fc.property(mixed, oldText, newText, (content, sought, by) => {
      const { after, regions } = replaceAll(content, sought, by);
      const parts = toLf(content).split(sought);
      expect(regions).toHaveLength(parts.length - 1);
      expect(toLf(after.toString())).toBe(parts.join(by));
    }),
  );
});

test('E4 a file with one kind of line end keeps to it', () => {
  fc.assert(
    fc.property(textOf(LINE_PIECES, 0, 40), oldText, newText, (content, sought, by) => {
      fc.pre(content.includes('\n'));
      expect(replaceAll(content, sought, by).after.toString()).not.toContain('\r');
      expect(replaceAll(toCrlf(content), sought, by).after.toString()).not.toMatch(/(?<!\r)\n/);
    }),
  );
});

test('finds what a plain search finds', () => {
  const letters = textOf(['a', 'b'], 0, 60);
  fc.assert(
    fc.property(letters, textOf(['a', 'b'], 1, 8), (content, sought) => {
      const found = findText(Buffer.from(content), Buffer.from(sought), false);
      const starts: number[] = [];
      for (let at = content.indexOf(sought); at !== -1; at = content.indexOf(sought, at + sought.length))
        starts.push(at);
      expect(found).toEqual(starts.map((start) => ({ start, end: start + sought.length })));
    }),
  );
});

test('S07 takes linear time also where a plain search would not', () => {
  const bytes = Buffer.alloc(4_000_000, 'a');
  const sought = Buffer.concat([Buffer.from('b'), Buffer.alloc(100_000, 'a')]);
  const startedAt = performance.now();
  expect(findText(bytes, sought, true)).toEqual([]);
  expect(findText(bytes, sought.reverse(), true)).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

test('S07 many matches in one long line take linear time', () => {
  const startedAt = performance.now();
  const content = 'a;'.repeat(500_000);
  const { after, bytes, regions } = replaceAll(content, ';', ';\n');
  expect(after.length).toBe(content.length + 500_000);
  expect(lineNumbers(bytes, regions).at(-1)).toBe(1);
  expect(editDiff(bytes, regions, ';\n').length).toBeLessThan(10_000);
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

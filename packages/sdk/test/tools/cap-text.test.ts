import fc from 'fast-check';
import { expect, test } from 'vitest';
import { capText } from '../../src/tools/cap-text.js';

test('a text that fits is left alone', () => {
  expect(capText('é\n', 3, 'head')).toEqual({ text: 'é\n', truncated: false, totalBytes: 3 });
});

test('cuts between lines where it can', () => {
  const text = 'one\ntwo\nthree\n';
  expect(capText(text, 9, 'head')).toEqual({ text: 'one\ntwo', truncated: true, totalBytes: 14 });
  expect(capText(text, 7, 'head').text).toBe('one\ntwo');
  expect(capText(text, 11, 'tail')).toEqual({ text: 'two\nthree\n', truncated: true, totalBytes: 14 });
  expect(capText(text, 10, 'tail').text).toBe('two\nthree\n');
});

test('cuts within a line rather than lose most of what fits', () => {
  const text = `a\n${'x'.repeat(100)}\nb`;
  expect(capText(text, 50, 'head').text).toBe(`a\n${'x'.repeat(48)}`);
  expect(capText(text, 50, 'tail').text).toBe(`${'x'.repeat(48)}\nb`);
});

test('C22 never cuts within a character', () => {
  expect(capText('世界', 5, 'head').text).toBe('世');
  expect(capText('世界', 5, 'tail').text).toBe('界');
  expect(capText('a😀', 4, 'head').text).toBe('a');
  expect(capText('😀a', 4, 'tail').text).toBe('a');
  expect(capText('😀', 3, 'head').text).toBe('');
  expect(capText('😀', 3, 'tail').text).toBe('');
});

test('C22 what is kept is a whole end of the text and as long as it may be', () => {
  const text = fc.string({ unit: 'binary', maxLength: 60 });
  const lines = fc.array(fc.oneof(text, fc.constant('\n'))).map((parts) => parts.join(''));
  fc.assert(
    fc.property(lines, fc.nat(80), fc.constantFrom('head', 'tail'), (whole, maxBytes, end) => {
      const capped = capText(whole, maxBytes, end);
      const bytes = Buffer.byteLength(capped.text);
      expect(capped.totalBytes).toBe(Buffer.byteLength(whole));
      expect(capped.truncated).toBe(capped.totalBytes > maxBytes);
      expect(bytes).toBeLessThanOrEqual(maxBytes);
      expect(end === 'head' ? whole.startsWith(capped.text) : whole.endsWith(capped.text)).toBe(true);
      expect(capped.text.isWellFormed()).toBe(true);
      if (capped.truncated && !whole.includes('\n')) expect(bytes).toBeGreaterThan(maxBytes - 4);
    }),
  );
});

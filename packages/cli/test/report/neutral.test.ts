import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { neutral, neutralJson } from '../../src/report/neutral.js';

// biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
const ACTIVE = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]/;

describe('neutral', () => {
  it('S06: shows escapes instead of sending them', () => {
    expect(neutral('\x1b[31mred\x1b]0;title\x07')).toBe('␛[31mred␛]0;title␇');
    expect(neutral('\x9b2J\x7f')).toBe('\\u009b2J␡');
    expect(neutral('safe\u202Egpj.exe')).toBe('safe\\u202egpj.exe');
  });

  it('keeps lines, tabs and any script', () => {
    expect(neutral('a\r\nb\rc\td 漢字 🎉 שלום')).toBe('a\nb\nc\td 漢字 🎉 שלום');
  });

  it('S06: leaves nothing active in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(
          [...neutral(text)].filter((character) => character.length === 1 && ACTIVE.test(character)),
        ).toEqual([]);
      }),
    );
  });
});

describe('neutralJson', () => {
  it('S06: escapes what JSON leaves raw and keeps the value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.constantFrom(undefined, 2), (text, indent) => {
        const value = { [text]: [text, '\x9b2J\u202e\x7f'] };
        const json = neutralJson(JSON.stringify(value, null, indent));
        expect(JSON.parse(json)).toEqual(value);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: what must not be there
        expect(json).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
      }),
    );
  });
});

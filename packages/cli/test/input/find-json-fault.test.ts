import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findJsonFault } from '../../src/input/find-json-fault.js';

describe('findJsonFault', () => {
  it.each([
    ['{a:1}', 1, 'a name in double quotes, or "}"'],
    ['{"a":1,}', 7, 'a name in double quotes'],
    ['{"a" 1}', 5, '":"'],
    ['{"a":}', 5, 'a value'],
    ['[1 2]', 3, '"," or "]"'],
    ['[1,]', 3, 'a value'],
    ['[1,', 3, 'a value'],
    ['{"a":1', 6, '"," or "}"'],
    ['{"a":"b', 7, 'a closing quote'],
    ['"a\nb"', 2, 'a character that JSON allows here'],
    ['"\\x"', 1, 'a character that JSON allows here'],
    ['{} x', 3, 'the end'],
    ['01', 1, 'the end'],
    ['nul', 0, 'a value'],
    ["'a'", 0, 'a value'],
    ['', 0, 'a value'],
  ])('finds the first fault of %j', (text, offset, expected) => {
    expect(findJsonFault(text)).toEqual({ offset, expected });
  });

  it('agrees with JSON.parse on every text', () => {
    const almostJson = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '}', ']', '"', '\\', ' ', '0', 'e', '\u0001'))
      .map(([json, at, extra]) => {
        const place = at % (json.length + 1);
        return json.slice(0, place) + extra + json.slice(place + (at % 3));
      });
    fc.assert(
      fc.property(fc.oneof(fc.json(), almostJson, fc.string()), (text) => {
        expect(findJsonFault(text) === undefined).toBe(isJson(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('follows nesting of any depth and long strings without running out of stack', () => {
    expect(findJsonFault('['.repeat(100_000))).toEqual({ offset: 100_000, expected: 'a value' });
    expect(findJsonFault(`{"a":"${'x'.repeat(2_000_000)}\\n" 1}`)?.expected).toBe('"," or "}"');
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/command-error.js';
import { checkId } from '../../src/input/check-id.js';

describe('checkId', () => {
  it.each([undefined, 'pr-42', 'a/b c', 'é'.repeat(128)])('takes %j', (id) => {
    expect(checkId(id)).toBe(id);
  });

  it.each([
    ['', 'is empty'],
    ['a\nb', 'has a control character'],
    ['a\u0085', 'has a control character'],
    ['\ud800', 'is not well-formed Unicode'],
    ['é'.repeat(129), 'is 258 bytes long'],
  ])('refuses %j', (id, fault) => {
    expect(() => checkId(id)).toThrow(UsageError);
    expect(() => checkId(id)).toThrow(fault);
  });
});

import { describe, expect, it } from 'vitest';
import { formatCost, formatCount, formatDuration, headline, plural } from '../../src/progress/format.js';

describe('format', () => {
  it.each([
    [0.4, '0 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [59_949, '59.9 s'],
    [59_950, '1 min 00 s'],
    [125_400, '2 min 05 s'],
  ])('%d ms is %s', (ms, shown) => {
    expect(formatDuration(ms)).toBe(shown);
  });

  it.each([
    [999, '999'],
    [1000, '1.0k'],
    [999_949, '999.9k'],
    [999_950, '1.0M'],
  ])('%d is %s', (count, shown) => {
    expect(formatCount(count)).toBe(shown);
  });

  it('costs, plurals and headlines', () => {
    expect([formatCost(0.00214), formatCost(12.346)]).toEqual(['$0.0021', '$12.35']);
    expect([plural(1, 'turn'), plural(0, 'turn')]).toEqual(['1 turn', '0 turns']);
    expect(headline('\n\n  first \nsecond', 20)).toBe('first');
    expect(headline('🎉'.repeat(30), 5)).toBe('🎉🎉🎉🎉…');
    expect(headline(' \n', 5)).toBe('');
  });
});

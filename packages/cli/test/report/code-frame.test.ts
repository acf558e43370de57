import { describe, expect, it } from 'vitest';
import { codeFrame } from '../../src/report/code-frame.js';

describe('codeFrame', () => {
  it('puts the caret under the character, behind tabs too', () => {
    expect(codeFrame({ lineText: '\tconst = 1;', line: 12, column: 7 })).toBe(
      '  12 | \tconst = 1;\n     | \t      ^',
    );
  });

  it('shows the part of a long line that matters', () => {
    const [text = '', caret = ''] = codeFrame({
      lineText: `${'x'.repeat(5000)}!`,
      line: 1,
      column: 5000,
    }).split('\n');
    expect(text.length).toBeLessThan(120);
    expect(text[caret.indexOf('^')]).toBe('!');
  });
});

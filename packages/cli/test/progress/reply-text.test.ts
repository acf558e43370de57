import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReplyText } from '../../src/progress/reply-text.js';

describe('reply text', () => {
  it('without a width comes whole, when the reply is over', () => {
    const replies = createReplyText();
    expect(replies.add('s', 'one\ntw')).toEqual([]);
    expect(replies.add('s', 'o\n\n')).toEqual([]);
    expect(replies.current).toBeUndefined();
    expect(replies.end('s')).toEqual(['one', 'two']);
    expect(replies.end('s')).toEqual([]);
  });

  it('with a width comes line by line, broken at words', () => {
    const replies = createReplyText(() => 10);
    expect(replies.add('s', 'one two th')).toEqual([]);
    expect(replies.add('s', 'ree four\nfi')).toEqual(['one two', 'three four']);
    expect(replies.current).toEqual({ session: 's', line: 'fi' });
    expect(replies.add('s', 've-and-a-very-long-word')).toEqual(['five-and-a', '-very-long']);
    expect(replies.end('s')).toEqual(['-word']);
  });

  it('counts wide characters as two', () => {
    const replies = createReplyText(() => 10);
    expect(replies.add('s', '漢字漢字漢字')).toEqual(['漢字漢字漢']);
    expect(replies.current?.line).toBe('字');
  });

  it('shows one reply as it comes and keeps the one beside it until its end', () => {
    const replies = createReplyText(() => 20);
    expect(replies.add('a', 'A1\n')).toEqual(['A1']);
    expect(replies.add('b', 'B1\nB2\n')).toEqual([]);
    expect(replies.add('a', 'A2\n')).toEqual(['A2']);
    expect(replies.end('b')).toEqual(['B1', 'B2']);
    expect(replies.current).toEqual({ session: 'a', line: '' });
    replies.end('a');
    expect(replies.add('b', 'B3\n')).toEqual(['B3']);
  });

  it('loses nothing but spaces, however the text is cut into pieces', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '漢', '🎉') });
    fc.assert(
      fc.property(fc.array(piece), fc.integer({ min: 1, max: 30 }), (pieces, width) => {
        const replies = createReplyText(() => width);
        const lines = [...pieces.flatMap((words) => replies.add('s', words)), ...replies.end('s')];
        const bare = (text: string) => text.replace(/\s/g, '');
        expect(bare(lines.join(''))).toBe(bare(pieces.join('')));
      }),
    );
  });
});

import { describe, expect, it } from 'vitest';
import { conversationFault } from '../../../src/testing/wire/conversation-fault.js';
import { calls, result, user } from '../requests.js';

const a = { id: 'a', name: 'x' };
const b = { id: 'b', name: 'x' };

describe('conversationFault', () => {
  it('finds nothing in a conversation where each call has one result, in any order', () => {
    expect(
      conversationFault([user('go'), calls(a, b), result('b', 'x', ''), result('a', 'x', ''), user('on')]),
    ).toBeUndefined();
  });

  it('lets an id be used again in a later reply', () => {
    expect(
      conversationFault([calls(a), result('a', 'x', ''), calls(a), result('a', 'x', '')]),
    ).toBeUndefined();
  });

  it.each([
    [
      'M07: a call without result',
      [calls(a, b), result('a', 'x', '')],
      'Tool call "b" has no result directly after its reply.',
    ],
    [
      'a result that comes too late',
      [calls(a), user('on'), result('a', 'x', '')],
      'Tool call "a" has no result directly after its reply.',
    ],
    [
      'M07: a result without call',
      [user('go'), result('a', 'x', '')],
      'The result of tool call "a" does not follow a reply with tool calls.',
    ],
    [
      'a result of another call',
      [calls(a), result('a', 'x', ''), result('b', 'x', '')],
      'Tool call "b" has a result too many.',
    ],
    [
      'M03: two results',
      [calls(a), result('a', 'x', ''), result('a', 'x', '')],
      'Tool call "a" has a result too many.',
    ],
    [
      'M03: one id for two calls',
      [calls(a, a), result('a', 'x', '')],
      'Two tool calls of one reply have the id "a".',
    ],
    ['M03: an empty id', [calls({ id: '', name: 'x' })], 'A tool call has an empty id.'],
    ['no message at all', [], 'messages: at least one message is required.'],
  ])('finds %s', (_, messages, fault) => {
    expect(conversationFault(messages)).toBe(fault);
  });
});

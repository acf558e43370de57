import { describe, expect, it } from 'vitest';
import { FlueError } from '../../src/errors/flue-error.js';
import { OptionError } from '../../src/errors/option-error.js';
import { parseScript } from '../../src/testing/parse-script.js';

function messageOf(value: unknown): string {
  try {
    parseScript(value, 'demo.json');
  } catch (error) {
    expect(error).toBeInstanceOf(OptionError);
    expect(FlueError.isInstance(error)).toBe(true);
    return (error as Error).message;
  }
  return 'accepted';
}

describe('parseScript', () => {
  it('takes a list of replies, and an object with replies and model settings', () => {
    expect(parseScript(['Hello.'], 'demo.json')).toEqual({ replies: [{ text: 'Hello.' }], model: {} });
    const model = { id: 'small', contextWindow: 8000, maxTokens: 100, input: ['text', 'image'] };
    expect(parseScript({ replies: [{ text: 'Hi' }], model }, 'demo.json')).toEqual({
      replies: [{ text: 'Hi' }],
      model,
    });
  });

  it('gives a script that it takes again unchanged', () => {
    const script = parseScript(
      [
        'one',
        {
          thinking: 'Hm.',
          toolCalls: [
            { name: 'read', arguments: { path: 'a' } },
            { name: 'read', argumentsText: '{"pa', id: '' },
          ],
          usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4, cost: 0.5 },
          stopReason: 'length',
          delayMs: 1,
          chunkSize: 1,
          chunkDelayMs: 0,
          when: { lastUser: 'x', system: 'y', toolResult: 'z', tool: 't', model: 'm' },
          repeat: true,
        },
        { error: { kind: 'reset', after: 3 } },
      ],
      'demo.json',
    );
    expect(parseScript(script, 'demo.json')).toEqual(script);
  });

  it('does not change when its source does', () => {
    const source = [{ text: 'before' }];
    const script = parseScript(source, 'demo.json');
    source[0] = { text: 'after' };
    expect(script.replies).toEqual([{ text: 'before' }]);
  });

  it.each([
    [null, 'demo.json is not a script: it must be an array of replies, or an object with "replies".'],
    ['Hello.', 'demo.json is not a script: it must be an array of replies, or an object with "replies".'],
    [{}, 'demo.json: replies must be an array, but is undefined.'],
    [{ replies: [], modle: {} }, 'demo.json has an unknown field "modle". Accepted: replies, model.'],
    [
      { replies: [], model: { contextWindow: 0 } },
      'demo.json: script.model.contextWindow must be a whole number of 1 or more, but is 0.',
    ],
    [['ok', 7], 'demo.json: replies[1] must be an object, but is 7.'],
    [['ok', { text: 7 }], 'demo.json: replies[1].text must be a string, but is 7.'],
    [[{ tekst: '' }], 'demo.json: replies[0] has an unknown field "tekst". Accepted: text, thinking,'],
    [[{ toolCalls: [{}] }], 'demo.json: replies[0].toolCalls[0].name must be a string, but is undefined.'],
    [
      [{ toolCalls: [{ name: 'a', arguments: '{}' }] }],
      'demo.json: replies[0].toolCalls[0].arguments must be an object, but is "{}".',
    ],
    [
      [{ toolCalls: [{ name: 'a', arguments: {}, argumentsText: '' }] }],
      'demo.json: replies[0].toolCalls[0] has both "arguments" and "argumentsText".',
    ],
    [
      [{ usage: { input: -1 } }],
      'demo.json: replies[0].usage.input must be a whole number of 0 or more, but is -1.',
    ],
    [
      [{ stopReason: 'end' }],
      'demo.json: replies[0].stopReason must be one of stop, toolUse, length, but is "end".',
    ],
    [[{ delayMs: '5' }], 'demo.json: replies[0].delayMs must be a number of 0 or more, but is "5".'],
    [[{ chunkSize: 0 }], 'demo.json: replies[0].chunkSize must be a whole number of 1 or more, but is 0.'],
    [
      [{ when: { user: 'x' } }],
      'demo.json: replies[0].when has an unknown field "user". Accepted: lastUser, system, toolResult, tool, model.',
    ],
    [[{ error: 'overloaded' }], 'demo.json: replies[0].error must be an object, but is "overloaded".'],
    [
      [{ error: { kind: 'explode' } }],
      'demo.json: replies[0].error.kind must be one of status, html, reset, hang, ping, cut, event, but is "explode".',
    ],
    [
      [{ error: { status: 700 } }],
      'demo.json: replies[0].error.status must be an HTTP status from 200 to 599, but is 700.',
    ],
    [
      [{ error: { after: 'half' } }],
      'demo.json: replies[0].error.after of kind "status" must be one of request, but is "half".',
    ],
    [
      [{ error: { kind: 'ping', after: 'request' } }],
      'demo.json: replies[0].error.after of kind "ping" must be one of headers, half, content, but is "request".',
    ],
    [
      [{ error: { kind: 'hang', after: -1 } }],
      'demo.json: replies[0].error.after must be a whole number of 0 or more, but is -1.',
    ],
    [
      [{ error: { headers: { 'retry-after': 2 } } }],
      'demo.json: replies[0].error.headers["retry-after"] must be a string, but is 2.',
    ],
  ])('says of %j what is wrong and where', (value, message) => {
    expect(messageOf(value)).toContain(message);
  });

  it('S09: refuses __proto__ as a field and passes it on in arguments without touching any prototype', () => {
    expect(messageOf(JSON.parse('[{"__proto__": {"text": "x"}}]'))).toContain('unknown field "__proto__"');
    const value = JSON.parse(
      '[{"toolCalls": [{"name": "a", "arguments": {"__proto__": {"polluted": true}}}]}]',
    );
    expect(messageOf(value)).toBe('accepted');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

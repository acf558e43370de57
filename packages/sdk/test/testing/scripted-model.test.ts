import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AbortError } from '../../src/errors/abort-error.js';
import type { ModelEvent } from '../../src/ports/language-model.js';
import type { Message } from '../../src/ports/message.js';
import type { ScriptReply } from '../../src/testing/script.js';
import { scriptedModel } from '../../src/testing/scripted-model.js';
import { assistant, calls, collect, request, result, say, tool, user } from './requests.js';

const answered = (...results: [name: string, text: string][]): Message[] => [
  user('go'),
  calls(...results.map(([name], index) => ({ id: `c${index}`, name }))),
  ...results.map(([name, text], index) => result(`c${index}`, name, text)),
];

describe('a scripted model', () => {
  it('plays texts in order, each with a stop reason and usage', async () => {
    const model = scriptedModel(['Hello.', 'Goodbye.']);
    expect(await collect(model.stream(request([user('Hi there')])))).toEqual([
      { type: 'text', text: 'Hello.' },
      {
        type: 'done',
        stopReason: 'stop',
        usage: { input: 2, output: 2, cacheRead: 0, cacheWrite: 0, totalTokens: 4, cost: 0 },
      },
    ]);
    expect(model.remaining).toBe(1);
    expect(await say(model.stream(request([user('Hi')])))).toBe('Goodbye.');
  });

  it('thinks, speaks and calls tools in this order, with arguments as JSON text', async () => {
    const model = scriptedModel([
      {
        toolCalls: [
          { name: 'add', arguments: { a: 7 } },
          { name: 'now', id: 'x' },
        ],
        text: 'Let me see.',
        thinking: 'Hm.',
      },
    ]);
    expect(await collect(model.stream(request([user('1234')])))).toEqual([
      { type: 'thinking', text: 'Hm.' },
      { type: 'text', text: 'Let me see.' },
      { type: 'tool_call', index: 0, id: 'call_1_1', name: 'add' },
      { type: 'tool_arguments', index: 0, text: '{"a":7}' },
      { type: 'tool_call', index: 1, id: 'x', name: 'now' },
      { type: 'tool_arguments', index: 1, text: '{}' },
      expect.objectContaining({ type: 'done', stopReason: 'toolUse' }),
    ]);
  });

  it('plays broken JSON and the end by token limit as they are written', async () => {
    const model = scriptedModel([
      { toolCalls: [{ name: 'write', argumentsText: '{"path": "a' }], stopReason: 'length' },
    ]);
    const events = await collect(model.stream(request([user('go')])));
    expect(events).toContainEqual({ type: 'tool_arguments', index: 0, text: '{"path": "a' });
    expect(events.at(-1)).toMatchObject({ type: 'done', stopReason: 'length' });
  });

  it('gives the usage and cost that the script says, and counts what it does not say', async () => {
    const model = scriptedModel([{ text: '12345', usage: { input: 900, cacheRead: 100, cost: 0.25 } }]);
    const events = await collect(model.stream(request([user('go')])));
    expect(events.at(-1)).toMatchObject({
      usage: { input: 900, output: 2, cacheRead: 100, cacheWrite: 0, totalTokens: 1002, cost: 0.25 },
    });
  });

  it('counts the whole conversation as input', async () => {
    const messages = [
      user('1234'),
      assistant([
        { type: 'thinking', thinking: '1234' },
        { type: 'toolCall', id: 'c', name: 'ab', arguments: {} },
      ]),
      result('c', 'ab', '1234'),
    ];
    const events = await collect(scriptedModel(['']).stream(request(messages, { systemPrompt: '1234' })));
    expect(events).toEqual([
      expect.objectContaining({ usage: expect.objectContaining({ input: 5, output: 0 }) }),
    ]);
  });

  it('claims what the script says it is, and what the options say instead', () => {
    const script = { replies: ['x'], model: { id: 'a', contextWindow: 10, input: ['image'] as const } };
    expect(scriptedModel(script)).toMatchObject({
      provider: 'scripted',
      id: 'a',
      contextWindow: 10,
      input: ['image'],
    });
    expect(scriptedModel(script, { id: 'b' })).toMatchObject({ id: 'b', contextWindow: 10 });
    expect(scriptedModel(['x'])).toMatchObject({ provider: 'scripted', id: 'script' });
  });

  it('refuses a wrong script at once', () => {
    expect(() => scriptedModel([{ text: 1 } as never])).toThrow(
      'scriptedModel(): replies[0].text must be a string',
    );
  });

  it('plays again from the start after reset', async () => {
    const model = scriptedModel(['one']);
    await say(model.stream(request([user('go')])));
    model.reset();
    expect(model.requests).toEqual([]);
    expect(await say(model.stream(request([user('go')])))).toBe('one');
  });
});

describe('the choice of a reply', () => {
  it('is the first unused one that fits, decided when the request is made', async () => {
    const model = scriptedModel([
      { when: 'apples', text: 'red' },
      { when: 'pears', text: 'green' },
      { text: 'any' },
      { when: 'pears', text: 'late' },
    ]);
    const streams = ['pears?', 'plums?', 'pears!', 'apples'].map((text) =>
      model.stream(request([user(text)])),
    );
    expect(await Promise.all(streams.reverse().map(say))).toEqual(['red', 'late', 'any', 'green']);
    expect(model.remaining).toBe(0);
  });

  it('looks at system prompt, offered tools, model and new tool results', async () => {
    const model = scriptedModel([
      { when: { system: 'pirate', tool: 'sail' }, text: 'system and tool' },
      { when: { toolResult: '42' }, text: 'result' },
      { when: { model: 'other' }, text: 'never' },
      { when: { model: 'script', lastUser: 'go' }, text: 'model' },
    ]);
    const pirate = { systemPrompt: 'You are a pirate.' };
    expect(await say(model.stream(request([user('go')], pirate)))).toBe('model');
    expect(await say(model.stream(request([user('x')], { ...pirate, tools: [tool('sail')] })))).toBe(
      'system and tool',
    );
    expect(await say(model.stream(request([...answered(['a', '42'], ['b', 'no'])])))).toBe('result');
  });

  it('does not take an old tool result for a new one', async () => {
    const model = scriptedModel([{ when: { toolResult: '42' }, text: 'result' }, 'other']);
    expect(await say(model.stream(request([...answered(['a', '42']), user('and now?')])))).toBe('other');
  });

  it('keeps a reply that repeats', async () => {
    const model = scriptedModel([{ when: 'ping', text: 'pong', repeat: true }, 'once']);
    const texts = ['ping', 'ping', 'x', 'ping'].map((text) => say(model.stream(request([user(text)]))));
    expect(await Promise.all(texts)).toEqual(['pong', 'pong', 'once', 'pong']);
    expect(model.remaining).toBe(0);
  });

  it('is an error that says what is left when nothing fits', async () => {
    const model = scriptedModel(['one', { when: 'apples', text: 'two' }]);
    await say(model.stream(request([user('go')])));
    expect(await collect(model.stream(request([user('pears')])))).toEqual([
      {
        type: 'error',
        status: 400,
        message:
          'The script has no reply for this request: 1 of its 2 replies are used, and reply 2 is for lastUser "apples". The last user text is "pears".',
      },
    ]);
  });

  it('asks a function with the request, and plays what it returns as it is', async () => {
    const model = scriptedModel([
      ({ messages }) => `{{lastUser}} of ${messages.length}`,
      async () => ({ text: 'later' }),
    ]);
    expect(await say(model.stream(request([user('go')])))).toBe('{{lastUser}} of 1');
    expect(await say(model.stream(request([user('go')])))).toBe('later');
  });

  it('is an error event when the function throws or returns no reply', async () => {
    const model = scriptedModel([
      () => {
        throw new Error('boom');
      },
      () => ({ text: 1 }) as never,
    ]);
    expect(await say(model.stream(request([user('go')])))).toBe('Reply 1 of the script failed: boom');
    expect(await say(model.stream(request([user('go')])))).toBe(
      'Reply 2 of the script failed: What the function of reply 2 returned.text must be a string, but is 1.',
    );
  });
});

describe('placeholders', () => {
  it('hold the last tool result, the last of a tool, and the last user text', async () => {
    const messages = answered(['add', '13'], ['now', 'noon']);
    const model = scriptedModel(['{{toolResult}}|{{toolResult:add}}|{{lastUser}}']);
    expect(await say(model.stream(request(messages)))).toBe('noon|13|go');
  });

  it('are filled inside tool arguments at any depth, raw in argumentsText', async () => {
    const model = scriptedModel([
      {
        toolCalls: [
          { name: 'a', arguments: { list: [{ text: 'was {{toolResult}}' }], '{{lastUser}}': 1, none: null } },
          { name: 'b', argumentsText: '{"n": {{toolResult:n}}}' },
        ],
      },
    ]);
    const events = await collect(model.stream(request(answered(['n', '7'], ['q', 'a "quoted" word']))));
    const text = (index: number) =>
      events
        .map((event) => (event.type === 'tool_arguments' && event.index === index ? event.text : ''))
        .join('');
    expect(JSON.parse(text(0))).toEqual({
      list: [{ text: 'was a "quoted" word' }],
      '{{lastUser}}': 1,
      none: null,
    });
    expect(JSON.parse(text(1))).toEqual({ n: 7 });
  });

  it('are literal: neither $& nor a placeholder in a result is looked at again', async () => {
    const model = scriptedModel(['[{{toolResult}}] { {x} } {{other}}']);
    const text = '$& $1 {{lastUser}}';
    expect(await say(model.stream(request(answered(['a', text]))))).toBe(`[${text}] { {x} } {{other}}`);
  });

  it('without a value are an error that names the tools that have results', async () => {
    const model = scriptedModel(['{{toolResult:add}}', '{{toolResult}}']);
    expect(await say(model.stream(request(answered(['now', 'noon']))))).toBe(
      'Reply 1 of the script failed: The reply contains {{toolResult:add}}, but the request has no such result. Tools with results: now.',
    );
    expect(await say(model.stream(request([user('go')])))).toContain('Tools with results: none.');
  });
});

describe('pieces', () => {
  it('C22: have the wanted number of code points and never split a character', async () => {
    const text = fc.string({ unit: 'binary', maxLength: 80 });
    await fc.assert(
      fc.asyncProperty(text, text, fc.integer({ min: 1, max: 9 }), async (said, argumentsText, chunkSize) => {
        const model = scriptedModel([{ text: said, toolCalls: [{ name: 'a', argumentsText }], chunkSize }]);
        const events = await collect(model.stream(request([user('go')])));
        const pieces = (type: ModelEvent['type']) =>
          events.flatMap((event) => (event.type === type && 'text' in event ? [event.text] : []));
        expect(pieces('text').join('')).toBe(said);
        expect(pieces('tool_arguments').join('')).toBe(argumentsText);
        const sizes = pieces('text').map((piece) => Array.from(piece).length);
        expect(sizes.slice(0, -1).every((size) => size === chunkSize)).toBe(true);
        expect(said.isWellFormed() && !pieces('text').every((piece) => piece.isWellFormed())).toBe(false);
      }),
    );
  });

  it('F10: carry lone surrogates as they are', async () => {
    const model = scriptedModel([{ text: 'a\ud83db\ude00', chunkSize: 1 }]);
    expect(await say(model.stream(request([user('go')])))).toBe('a\ud83db\ude00');
  });
});

describe('tool call ids', () => {
  it('M03: do not repeat when a script is played again over the same conversation', async () => {
    const model = scriptedModel([{ toolCalls: [{ name: 'a' }], repeat: true }]);
    const idOf = async (messages: Message[]) =>
      (await collect(model.stream(request(messages)))).find((event) => event.type === 'tool_call')?.id;
    const messages: Message[] = [user('go')];
    for (const expected of ['call_1_1', 'call_1_1_2', 'call_1_1_3']) {
      const id = await idOf(messages);
      expect(id).toBe(expected);
      messages.push(calls({ id: expected, name: 'a' }), result(expected, 'a', 'ok'));
    }
  });
});

describe('recorded requests', () => {
  it('show what was sent, whatever happens to the lists afterwards', async () => {
    const model = scriptedModel(['one', 'two']);
    const messages: Message[] = [user('first')];
    await say(model.stream(request(messages, { systemPrompt: 'S', temperature: 0.5 })));
    messages.push(user('second'));
    await say(model.stream(request(messages)));
    expect(model.requests.map((sent) => sent.messages.length)).toEqual([1, 2]);
    expect(model.requests[0]).toMatchObject({ systemPrompt: 'S', temperature: 0.5 });
    expect(Object.isFrozen(model.requests[0]?.messages)).toBe(true);
    expect(Object.isFrozen(messages)).toBe(false);
  });

  it('show a message as it was before its sender changed it', async () => {
    const model = scriptedModel(['one']);
    const message = {
      role: 'user' as const,
      content: [{ type: 'text' as const, text: 'sent' }],
      timestamp: 0,
    };
    await say(model.stream(request([message])));
    message.content.push({ type: 'text', text: 'added' });
    expect(model.requests[0]?.messages).toEqual([{ ...message, content: [{ type: 'text', text: 'sent' }] }]);
  });

  it('can be limited to the newest', async () => {
    const model = scriptedModel([{ text: 'x', repeat: true }], { keepRequests: 2 });
    for (const text of ['1', '2', '3']) await say(model.stream(request([user(text)])));
    expect(model.requests.map((sent) => sent.messages[0]?.content)).toEqual(['2', '3']);
  });
});

describe('the signal', () => {
  it.each([
    ['a delay before the reply', { text: 'late', delayMs: 60_000 }],
    ['a delay between pieces', { text: 'slow', chunkSize: 1, chunkDelayMs: 60_000 }],
    ['a hang', { error: { kind: 'hang' as const } }],
    ['pings only', { error: { kind: 'ping' as const } }],
  ])('ends %s with an AbortError that has the reason', async (_, reply) => {
    const controller = new AbortController();
    const stream = collect(
      scriptedModel([reply]).stream(request([user('go')], { signal: controller.signal })),
    );
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 5);
    const error = await stream.catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(AbortError);
    expect((error as AbortError).cause).toBe(reason);
  });

  it('that has aborted before uses up no reply and sends nothing', async () => {
    const model = scriptedModel(['one']);
    await expect(
      collect(model.stream(request([user('go')], { signal: AbortSignal.abort() }))),
    ).rejects.toThrow(AbortError);
    expect(model.requests).toEqual([]);
    expect(model.remaining).toBe(1);
  });

  it('is looked at between pieces when a pause lets other work run', async () => {
    const controller = new AbortController();
    const model = scriptedModel([{ text: 'x'.repeat(1000), chunkSize: 1, chunkDelayMs: 0 }]);
    let pieces = 0;
    const stream = (async () => {
      for await (const _ of model.stream(request([user('go')], { signal: controller.signal }))) {
        if (++pieces === 3) setTimeout(() => controller.abort());
      }
    })();
    await expect(stream).rejects.toThrow(AbortError);
    expect(pieces).toBeLessThan(1000);
  });
});

describe('scripted failures, in process', () => {
  const play = (reply: ScriptReply) => collect(scriptedModel([reply]).stream(request([user('go')])));

  it('are error events with status and message', async () => {
    expect(await play({ error: { status: 529, message: 'Overloaded' } })).toEqual([
      { type: 'error', status: 529, message: 'Overloaded' },
    ]);
    expect(await play({ error: {} })).toEqual([
      { type: 'error', status: 500, message: 'Scripted failure: HTTP 500.' },
    ]);
  });

  it('come after as much of the reply as the script says', async () => {
    const reply = {
      text: 'abcdef',
      chunkSize: 2,
      error: { kind: 'event' as const, message: 'late', after: 2 },
    };
    expect(await play(reply)).toEqual([
      { type: 'text', text: 'ab' },
      { type: 'text', text: 'cd' },
      { type: 'error', status: 500, message: 'late' },
    ]);
  });

  it('without a status have none', async () => {
    expect(await play({ error: { kind: 'reset' } })).toEqual([
      { type: 'error', message: 'Scripted failure: reset.' },
    ]);
    expect(await play({ error: { kind: 'html' } })).toEqual([
      { type: 'error', message: 'Scripted failure: html.' },
    ]);
  });

  it('M02: a cut reply ends in the middle of its arguments, without done', async () => {
    const reply = {
      toolCalls: [{ name: 'write', argumentsText: '0123456789' }],
      error: { kind: 'cut' as const },
    };
    expect(await play(reply)).toEqual([
      { type: 'tool_call', index: 0, id: 'call_1_1', name: 'write' },
      { type: 'tool_arguments', index: 0, text: '01234' },
    ]);
  });

  it('are used up, so that the next request goes on', async () => {
    const model = scriptedModel([{ error: { status: 503 } }, 'recovered']);
    await collect(model.stream(request([user('go')])));
    expect(await say(model.stream(request([user('go')])))).toBe('recovered');
  });
});

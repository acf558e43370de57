import { type Context, type Message, Type } from '@mariozechner/pi-ai';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ask, FORMATS, piModel, serve } from './pi.js';

const calculator = {
  name: 'calculator',
  description: 'Multiplies.',
  parameters: Type.Object({ a: Type.Number(), b: Type.Number() }),
};

describe.each(FORMATS)('a script served as %s, read by pi-ai', (format) => {
  it('streams text in pieces', async () => {
    const server = await serve([{ text: 'Hello, world.', chunkSize: 5 }]);
    const { message, events } = await ask(server, format);
    expect(events.flatMap((event) => (event.type === 'text_delta' ? [event.delta] : []))).toEqual([
      'Hello',
      ', wor',
      'ld.',
    ]);
    expect(message).toMatchObject({ stopReason: 'stop', content: [{ type: 'text', text: 'Hello, world.' }] });
    expect(server.remaining).toBe(0);
  });

  it('thinks before it speaks', async () => {
    const server = await serve([{ thinking: 'Let me think about it.', text: 'Done.' }]);
    const { message } = await ask(server, format);
    expect(message.content).toMatchObject([
      { type: 'thinking', thinking: 'Let me think about it.', thinkingSignature: expect.any(String) },
      { type: 'text', text: 'Done.' },
    ]);
  });

  it('calls tools in parallel, with arguments in fragments', async () => {
    const toolCalls = [
      { name: 'calculator', arguments: { a: 7, b: 6 } },
      { name: 'other', id: 'toolu_x', arguments: { text: 'é — 你好 🙂', list: [1, null, { deep: true }] } },
      { name: 'nothing' },
    ];
    const server = await serve([{ text: 'Wait.', toolCalls, chunkSize: 3 }]);
    const { message } = await ask(server, format);
    expect(message.stopReason).toBe('toolUse');
    expect(message.content).toEqual([
      { type: 'text', text: 'Wait.' },
      { type: 'toolCall', id: 'call_1_1', name: 'calculator', arguments: { a: 7, b: 6 } },
      { type: 'toolCall', id: 'toolu_x', name: 'other', arguments: toolCalls[1]?.arguments },
      { type: 'toolCall', id: 'call_1_3', name: 'nothing', arguments: {} },
    ]);
  });

  it('goes from prompt over tool to an answer that depends on the tool', async () => {
    const server = await serve([
      { thinking: 'Hm.', toolCalls: [{ name: 'calculator', arguments: { a: 7, b: 6 } }] },
      'The answer is {{toolResult:calculator}}.',
    ]);
    const messages: Message[] = [{ role: 'user', content: 'What is 7 * 6?', timestamp: 0 }];
    const context: Context = { systemPrompt: 'You calculate.', messages, tools: [calculator] };
    const { message: first } = await ask(server, format, context);
    const call = first.content.find((part) => part.type === 'toolCall');
    messages.push(first, {
      role: 'toolResult',
      toolCallId: call?.id ?? '',
      toolName: 'calculator',
      content: [{ type: 'text', text: '42' }],
      isError: false,
      timestamp: 0,
    });
    const { message: second } = await ask(server, format, context);
    expect(second.content).toMatchObject([{ type: 'text', text: 'The answer is 42.' }]);

    const [one, two] = server.requests;
    expect(one?.request).toMatchObject({
      systemPrompt: 'You calculate.',
      tools: [{ name: 'calculator', description: 'Multiplies.', parameters: { required: ['a', 'b'] } }],
      maxTokens: 4000,
    });
    expect(two?.request.messages).toMatchObject([
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Hm.' },
          { type: 'toolCall', id: 'call_1_1', name: 'calculator', arguments: { a: 7, b: 6 } },
        ],
      },
      {
        role: 'toolResult',
        toolCallId: 'call_1_1',
        toolName: 'calculator',
        content: [{ type: 'text', text: '42' }],
      },
    ]);
  });

  it('C14: sees images of users and tools where they belong', async () => {
    const image = { type: 'image' as const, data: 'aGk=', mimeType: 'image/png' };
    const server = await serve([
      { toolCalls: [{ name: 'look' }] },
      { when: 'What is this?', text: 'A cat.' },
    ]);
    const messages: Message[] = [
      { role: 'user', content: [{ type: 'text', text: 'What is this?' }, image], timestamp: 0 },
    ];
    const { message: first } = await ask(server, format, { messages });
    const result = {
      role: 'toolResult' as const,
      toolCallId: 'call_1_1',
      toolName: 'look',
      isError: false,
      timestamp: 0,
    };
    messages.push(first, { ...result, content: [{ type: 'text', text: 'seen' }, image] });
    const { message: second } = await ask(server, format, { messages });
    expect(second.content).toMatchObject([{ type: 'text', text: 'A cat.' }]);
    const sent = server.requests[1]?.request.messages;
    expect(sent?.[0]).toMatchObject({ content: [{ type: 'text', text: 'What is this?' }, image] });
    expect(sent?.[2]).toMatchObject({ role: 'toolResult', content: [{ type: 'text', text: 'seen' }, image] });
    expect(sent).toHaveLength(3);
  });

  it('reports usage, from which the client computes the cost', async () => {
    const server = await serve([
      { text: 'x', usage: { input: 1000, output: 500, cacheRead: 200, cacheWrite: 100 } },
    ]);
    const { message } = await ask(server, format);
    expect(message.usage).toMatchObject({
      input: 1000,
      output: 500,
      cacheRead: 200,
      cacheWrite: 100,
      totalTokens: 1800,
    });
    expect(message.usage.cost.total).toBeCloseTo((1000 + 2 * 500 + 3 * 200 + 4 * 100) / 1e6, 10);
  });

  it('C16: stops at the token limit with the arguments as far as they came', async () => {
    const server = await serve([
      { toolCalls: [{ name: 'write', argumentsText: '{"path": "a.txt", "con' }], stopReason: 'length' },
    ]);
    const { message, events } = await ask(server, format);
    expect(message.stopReason).toBe('length');
    const raw = events.flatMap((event) => (event.type === 'toolcall_delta' ? [event.delta] : []));
    expect(raw.join('')).toBe('{"path": "a.txt", "con');
  });

  it('C22: keeps every character when the stream is cut between any two bytes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme', minLength: 1 }),
        fc.integer({ min: 1, max: 5 }),
        async (text, chunkBytes) => {
          const server = await serve(
            [{ text, toolCalls: [{ name: 'a', arguments: { text } }], chunkSize: 1 }],
            { chunkBytes },
          );
          const { message } = await ask(server, format);
          expect(message.content).toMatchObject([
            { type: 'text', text },
            { type: 'toolCall', arguments: { text } },
          ]);
        },
      ),
      { numRuns: 15 },
    );
  });

  it('F10: sends lone surrogates as JSON escapes', async () => {
    const server = await serve([{ text: 'a\ud83db', chunkSize: 1 }]);
    const { message } = await ask(server, format);
    expect(message.content).toMatchObject([{ type: 'text', text: 'a\ud83db' }]);
  });

  it('gives an empty reply no content', async () => {
    const { message } = await ask(await serve(['']), format);
    expect(message).toMatchObject({ stopReason: 'stop', content: [] });
  });

  it('records body, headers and model', async () => {
    const server = await serve(['x', 'y']);
    await ask(server, format, 'go', { headers: { 'x-mine': '1' }, temperature: 0.5, maxTokens: 77 });
    const [sent] = server.requests;
    expect(sent).toMatchObject({ format, model: 'test-model', aborted: false });
    expect(sent?.body).toMatchObject({ model: 'test-model', stream: true });
    expect(sent?.headers).toMatchObject({ 'x-mine': '1', 'content-type': 'application/json' });
    expect(sent?.request).toMatchObject({ temperature: 0.5, maxTokens: 77 });
    expect(format === 'openai' ? sent?.headers.authorization : sent?.headers['x-api-key']).toMatch(
      /^(Bearer )?test-key$/,
    );
    server.reset();
    expect([server.requests.length, server.remaining]).toEqual([0, 2]);
  });

  it('answers many conversations at once, each with its own replies', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `task-${index};`);
    const server = await serve(names.map((name) => ({ when: name, text: `did ${name}`, delayMs: 1 })));
    const answers = await Promise.all(names.toReversed().map((name) => ask(server, format, `Do ${name}`)));
    expect(answers.map(({ message }) => message.content)).toMatchObject(
      names.toReversed().map((name) => [{ type: 'text', text: `did ${name}` }]),
    );
  });

  it('runs reply functions with the request as the SDK would make it', async () => {
    const server = await serve([
      ({ messages, systemPrompt }) => `${messages.length} after "${systemPrompt}"`,
    ]);
    const { message } = await ask(server, format, {
      systemPrompt: 'Be brief.',
      messages: [{ role: 'user', content: 'Hi', timestamp: 0 }],
    });
    expect(message.content).toMatchObject([{ type: 'text', text: '1 after "Be brief."' }]);
  });

  it('says so when no reply fits', async () => {
    const { message } = await ask(await serve([]), format, 'pears');
    expect(message.stopReason).toBe('error');
    expect(message.errorMessage).toMatch(
      /400.*no reply for this request: 0 of its 0 replies are used.*pears/,
    );
  });

  it('chooses by model', async () => {
    const server = await serve([
      { when: { model: 'other' }, text: 'no' },
      { when: { model: 'test-model' }, text: 'yes' },
    ]);
    const { message } = await ask(server, format);
    expect(message.content).toMatchObject([{ type: 'text', text: 'yes' }]);
  });

  it('notices when the client aborts, and plays on for the next', async () => {
    const server = await serve([{ text: 'slow', chunkSize: 1, chunkDelayMs: 60_000 }, 'next']);
    const controller = new AbortController();
    const asked = ask(server, format, 'go', { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    const { message } = await asked;
    expect(message.stopReason).toBe('aborted');
    await expect.poll(() => server.requests[0]?.aborted).toBe(true);
    expect((await ask(server, format)).message.content).toMatchObject([{ type: 'text', text: 'next' }]);
  });
});

describe('a scripted server', () => {
  it('listens on 127.0.0.1 only, one port for both formats', async () => {
    const server = await serve(['one', 'two']);
    expect(server.openaiUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    expect(server.openaiUrl).toBe(`${server.anthropicUrl}/v1`);
    await ask(server, 'openai');
    await ask(server, 'anthropic');
    expect(server.requests.map((sent) => sent.format)).toEqual(['openai', 'anthropic']);
  });

  it('needs no compat settings in pi-ai, and says system or developer by whether the model reasons', async () => {
    const server = await serve(['one']);
    expect(piModel(server, 'openai').compat).toBeUndefined();
    await ask(server, 'openai', {
      systemPrompt: 'S',
      messages: [{ role: 'user', content: 'x', timestamp: 0 }],
    });
    expect(server.requests[0]?.body.messages).toMatchObject([
      { role: 'developer', content: 'S' },
      { role: 'user' },
    ]);
  });

  it('closes at once although a request hangs, and twice without complaint', async () => {
    const server = await serve([{ error: { kind: 'hang' } }]);
    const asked = ask(server, 'openai');
    await expect.poll(() => server.requests.length).toBe(1);
    await server.close();
    await server.close();
    expect((await asked).message.stopReason).toBe('error');
  });

  it('keeps only the newest requests when told so', async () => {
    const server = await serve([{ text: 'x', repeat: true }], { keepRequests: 1 });
    await ask(server, 'openai', 'one');
    await ask(server, 'openai', 'two');
    expect(server.requests.map((sent) => sent.request.messages[0]?.content)).toEqual(['two']);
  });

  it('streams megabytes to a reader that is slower than it', async () => {
    const text = '0123456789'.repeat(500_000);
    const server = await serve([{ text, chunkSize: 100_000 }]);
    const { message } = await ask(server, 'openai');
    expect(message.content[0]).toMatchObject({ type: 'text', text });
  });

  it('refuses wrong options and a wrong script before it listens', async () => {
    await expect(serve([], { chunkBytes: 0 })).rejects.toThrow(
      'options.chunkBytes must be a whole number of 1 or more',
    );
    await expect(serve([{ delayMs: -1 }])).rejects.toThrow('startScriptedServer(): replies[0].delayMs');
  });
});

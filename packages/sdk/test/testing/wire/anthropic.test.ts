import { describe, expect, it } from 'vitest';
import { serve } from '../pi.js';
import { eventsOf, postAnthropic } from './raw.js';

const ask = { model: 'claude-x', max_tokens: 100, stream: true, messages: [{ role: 'user', content: 'go' }] };

describe('the Anthropic Messages wire', () => {
  it('sends a message of blocks: thinking with signature, text, tool use', async () => {
    const server = await serve([
      {
        thinking: 'Hm',
        text: 'Hi',
        toolCalls: [{ name: 'a', arguments: { n: 1 } }],
        usage: { input: 9, output: 4, cacheRead: 2, cacheWrite: 1 },
      },
    ]);
    const response = await postAnthropic(server, ask);
    expect(response.headers.get('request-id')).toBe('req_scripted_1');
    const events = await eventsOf(response);
    expect(events.every(({ event, data }) => event === (data as { type: string }).type)).toBe(true);
    expect(events.map(({ data }) => data)).toEqual([
      {
        type: 'message_start',
        message: {
          id: 'msg_scripted_1',
          type: 'message',
          role: 'assistant',
          model: 'claude-x',
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: {
            input_tokens: 9,
            cache_creation_input_tokens: 1,
            cache_read_input_tokens: 2,
            output_tokens: 1,
          },
        },
      },
      { type: 'ping' },
      {
        type: 'content_block_start',
        index: 0,
        content_block: { type: 'thinking', thinking: '', signature: '' },
      },
      { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm' } },
      {
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'signature_delta', signature: expect.any(String) },
      },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: 'Hi' } },
      { type: 'content_block_stop', index: 1 },
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'tool_use', id: 'call_1_1', name: 'a', input: {} },
      },
      { type: 'content_block_delta', index: 2, delta: { type: 'input_json_delta', partial_json: '{"n":1}' } },
      { type: 'content_block_stop', index: 2 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'tool_use', stop_sequence: null },
        usage: { output_tokens: 4 },
      },
      { type: 'message_stop' },
    ]);
  });

  it.each([
    [400, 'invalid_request_error'],
    [401, 'authentication_error'],
    [429, 'rate_limit_error'],
    [500, 'api_error'],
    [529, 'overloaded_error'],
  ])('wraps an error of status %i as the provider does', async (status, type) => {
    const server = await serve([{ error: { status, message: 'No.' } }]);
    const response = await postAnthropic(server, ask);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ type: 'error', error: { type, message: 'No.' } });
  });

  it('puts an error event in the stream', async () => {
    const server = await serve([{ error: { kind: 'event', status: 529, message: 'Overloaded' } }]);
    expect(await eventsOf(await postAnthropic(server, ask))).toEqual([
      { event: 'error', data: { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } } },
    ]);
  });

  it('reads system blocks, results before text in one message, and redacted thinking', async () => {
    const server = await serve(['ok']);
    await postAnthropic(server, {
      ...ask,
      system: [
        { type: 'text', text: 'One.' },
        { type: 'text', text: 'Two.' },
      ],
      thinking: { type: 'adaptive' },
      output_config: { effort: 'high' },
      messages: [
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          content: [
            { type: 'redacted_thinking', data: 'secret' },
            { type: 'tool_use', id: 'a', name: 'look', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'a',
              content: [{ type: 'text', text: 'no' }],
              is_error: true,
            },
            { type: 'text', text: 'Go on.' },
          ],
        },
      ],
    });
    expect(server.requests[0]?.request).toMatchObject({
      systemPrompt: 'One.\nTwo.',
      thinkingLevel: 'high',
      messages: [
        { role: 'user', content: 'go' },
        {
          role: 'assistant',
          content: [{ type: 'thinking', redacted: true, thinkingSignature: 'secret' }, { type: 'toolCall' }],
        },
        { role: 'toolResult', toolName: 'look', isError: true, content: [{ type: 'text', text: 'no' }] },
        { role: 'user', content: [{ type: 'text', text: 'Go on.' }] },
      ],
    });
  });

  it.each([
    ['no max_tokens', { ...ask, max_tokens: undefined }, 'max_tokens must be a number'],
    [
      'a system message',
      { ...ask, messages: [{ role: 'system', content: '' }] },
      'messages[0].role must be one of user, assistant',
    ],
    [
      'an unknown block',
      { ...ask, messages: [{ role: 'assistant', content: [{ type: 'song' }] }] },
      'messages[0].content[0].type',
    ],
  ])('answers %s with 400, and uses up no reply', async (_, body, message) => {
    const server = await serve(['unused']);
    const response = await postAnthropic(server, body);
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain(message);
    expect(server.remaining).toBe(1);
  });

  it('M07: refuses a tool call without its result, as the provider does', async () => {
    const server = await serve(['unused']);
    const call = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] };
    const response = await postAnthropic(server, {
      ...ask,
      messages: [...ask.messages, call, { role: 'user', content: 'and?' }],
    });
    expect(response.status).toBe(400);
    expect(JSON.stringify(await response.json())).toContain('has no result directly after its reply');
    expect([server.remaining, server.requests.length]).toEqual([1, 1]);
  });
});

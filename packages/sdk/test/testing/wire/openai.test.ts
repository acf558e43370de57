import { describe, expect, it } from 'vitest';
import { serve } from '../pi.js';
import { eventsOf, postOpenAI } from './raw.js';

const ask = { model: 'gpt-x', stream: true, messages: [{ role: 'user', content: 'go' }] };

describe('the OpenAI Chat Completions wire', () => {
  it('sends role, content, calls, finish reason and [DONE]', async () => {
    const server = await serve([
      { thinking: 'Hm', text: 'Hi', toolCalls: [{ name: 'a', arguments: { n: 1 } }, { name: 'b' }] },
    ]);
    const response = await postOpenAI(server, ask);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('x-request-id')).toBe('req_scripted_1');
    const events = await eventsOf(response);
    expect(events.at(-1)?.data).toBe('[DONE]');
    const chunks = events
      .slice(0, -1)
      .map(({ data }) => data as { choices: { delta: unknown; finish_reason: unknown }[] });
    expect(chunks[0]).toEqual({
      id: 'chatcmpl-scripted-1',
      object: 'chat.completion.chunk',
      created: expect.any(Number),
      model: 'gpt-x',
      choices: [{ index: 0, delta: { role: 'assistant', content: '' }, logprobs: null, finish_reason: null }],
    });
    expect(chunks.slice(1).map(({ choices }) => [choices[0]?.delta, choices[0]?.finish_reason])).toEqual([
      [{ reasoning_content: 'Hm' }, null],
      [{ content: 'Hi' }, null],
      [
        {
          tool_calls: [
            { index: 0, id: 'call_1_1', type: 'function', function: { name: 'a', arguments: '' } },
          ],
        },
        null,
      ],
      [{ tool_calls: [{ index: 0, function: { arguments: '{"n":1}' } }] }, null],
      [
        {
          tool_calls: [
            { index: 1, id: 'call_1_2', type: 'function', function: { name: 'b', arguments: '' } },
          ],
        },
        null,
      ],
      [{ tool_calls: [{ index: 1, function: { arguments: '{}' } }] }, null],
      [{}, 'tool_calls'],
    ]);
  });

  it('sends usage in a chunk of its own, only when asked', async () => {
    const server = await serve([{ text: 'x', usage: { input: 5, output: 2, cacheRead: 3 } }]);
    const chunks = (
      await eventsOf(await postOpenAI(server, { ...ask, stream_options: { include_usage: true } }))
    ).map(({ data }) => data as { choices: unknown[]; usage: unknown });
    expect(chunks.slice(0, -2).map(({ usage }) => usage)).toEqual([null, null, null]);
    expect(chunks.at(-2)).toMatchObject({
      choices: [],
      usage: {
        prompt_tokens: 8,
        completion_tokens: 2,
        total_tokens: 10,
        prompt_tokens_details: { cached_tokens: 3 },
      },
    });
  });

  it.each([
    [401, { type: 'invalid_request_error', code: 'invalid_api_key' }],
    [404, { type: 'invalid_request_error', code: 'model_not_found' }],
    [429, { type: 'requests', code: 'rate_limit_exceeded' }],
    [400, { type: 'invalid_request_error', code: null }],
    [503, { type: 'server_error', code: null }],
  ])('wraps an error of status %i as the provider does', async (status, error) => {
    const server = await serve([{ error: { status, message: 'No.', headers: { 'retry-after': '7' } } }]);
    const response = await postOpenAI(server, ask);
    expect(response.status).toBe(status);
    expect(response.headers.get('retry-after')).toBe('7');
    expect(await response.json()).toEqual({ error: { message: 'No.', param: null, ...error } });
  });

  it('takes type and code from the script, so that quota and rate limit differ', async () => {
    const error = { status: 429, message: 'Pay.', type: 'insufficient_quota', code: 'insufficient_quota' };
    expect(await (await postOpenAI(await serve([{ error }]), ask)).json()).toEqual({
      error: { message: 'Pay.', param: null, type: 'insufficient_quota', code: 'insufficient_quota' },
    });
  });

  it('puts an error event in the stream, and comments for pings', async () => {
    const server = await serve([{ error: { kind: 'event', message: 'Broken' } }]);
    expect(await eventsOf(await postOpenAI(server, ask))).toEqual([
      { data: { error: { message: 'Broken', type: 'server_error', param: null, code: null } } },
    ]);
  });

  it.each([
    ['no JSON', '{', /JSON/],
    ['no model', { ...ask, model: undefined }, 'model must be a string'],
    ['no messages', { ...ask, messages: undefined }, 'messages must be an array'],
    ['an empty conversation', { ...ask, messages: [] }, 'at least one message'],
    ['no stream', { ...ask, stream: false }, '"stream" must be true'],
    [
      'a role of its own',
      { ...ask, messages: [{ role: 'robot', content: '' }] },
      'messages[0].role must be one of',
    ],
    [
      'arguments that are no JSON',
      {
        ...ask,
        messages: [{ role: 'assistant', tool_calls: [{ id: 'a', function: { name: 'a', arguments: '{' } }] }],
      },
      'messages[0].tool_calls[0].function.arguments must be a JSON object as text',
    ],
    [
      'a remote image',
      {
        ...ask,
        messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'http://x/y.png' } }] }],
      },
      'messages[0].content[0].image_url.url must be a base64 data: URL',
    ],
  ])('answers %s with 400, and uses up no reply', async (_, body, message) => {
    const server = await serve(['unused']);
    const response = await postOpenAI(server, body);
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { message: string } };
    if (message instanceof RegExp) expect(error.message).toMatch(message);
    else expect(error.message).toContain(message);
    expect(server.remaining).toBe(1);
  });

  it('answers unknown paths and methods with 404', async () => {
    const server = await serve(['unused']);
    expect((await fetch(`${server.openaiUrl}/models`)).status).toBe(404);
    expect((await fetch(`${server.openaiUrl}/chat/completions`)).status).toBe(404);
    expect(server.requests).toEqual([]);
  });

  it('serves a web page with the status that the script says', async () => {
    const server = await serve([
      { error: { kind: 'html', message: '<Bad> gateway' } },
      { error: { kind: 'html', status: 502 } },
    ]);
    const page = await postOpenAI(server, ask);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(await page.text()).toContain('<h1>&lt;Bad> gateway</h1>');
    expect((await postOpenAI(server, ask)).status).toBe(502);
  });
});

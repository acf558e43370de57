import { describe, expect, it } from 'vitest';
import { ask, FORMATS, serve } from './pi.js';

describe.each(FORMATS)('a scripted failure served as %s', (format) => {
  it.each([400, 401, 403, 404, 429, 500, 503, 529])(
    'has status %i and the message of the provider',
    async (status) => {
      const server = await serve([{ error: { status, message: 'It did not work.' } }]);
      const { message } = await ask(server, format);
      expect(message.stopReason).toBe('error');
      expect(message.errorMessage).toContain(String(status));
      expect(message.errorMessage).toContain('It did not work.');
    },
  );

  it('carries its headers, and the next request goes on', async () => {
    const server = await serve([{ error: { status: 429, headers: { 'retry-after': '0.01' } } }, 'recovered']);
    const { message } = await ask(server, format, 'go', { maxRetries: 1 });
    expect(message.content).toMatchObject([{ type: 'text', text: 'recovered' }]);
    expect(server.requests).toHaveLength(2);
  });

  it.each(['request', 'headers', 2, 'half', 'content'] as const)(
    'resets the connection after %s',
    async (after) => {
      const server = await serve([{ text: 'abcdefgh', chunkSize: 2, error: { kind: 'reset', after } }]);
      const { message } = await ask(server, format);
      expect(message.stopReason).toBe('error');
      expect(message.errorMessage).toMatch(/Connection error|terminated|ECONNRESET|other side closed/);
      const text = message.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
      expect('abcdefgh'.startsWith(text)).toBe(true);
      expect(server.requests[0]?.aborted).toBe(false);
    },
  );

  it.each(['request', 'headers', 0, 'half'] as const)(
    'B34: is silent after %s until the client aborts',
    async (after) => {
      const server = await serve([{ text: 'abcd', chunkSize: 1, error: { kind: 'hang', after } }]);
      const controller = new AbortController();
      const asked = ask(server, format, 'go', { signal: controller.signal });
      setTimeout(() => controller.abort(), 100);
      const { message } = await asked;
      expect(message.stopReason).toBe('aborted');
      expect(message.content).toMatchObject(after === 'half' ? [{ type: 'text', text: 'ab' }] : []);
      await expect.poll(() => server.requests[0]?.aborted).toBe(true);
    },
  );

  it('B34: pings for ever and says nothing', async () => {
    const server = await serve([{ text: 'never', error: { kind: 'ping', pingMs: 1 } }]);
    const controller = new AbortController();
    const asked = ask(server, format, 'go', { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    const { message, events } = await asked;
    expect(message).toMatchObject({ stopReason: 'aborted', content: [] });
    expect(events.map((event) => event.type)).toEqual(['start', 'error']);
  });

  it('M02: ends in the middle of tool arguments as if it were complete', async () => {
    const server = await serve([
      { toolCalls: [{ name: 'write', argumentsText: '{"path":"a.txt"}' }], error: { kind: 'cut' } },
    ]);
    const { events } = await ask(server, format);
    const raw = events.flatMap((event) => (event.type === 'toolcall_delta' ? [event.delta] : []));
    expect(raw.join('')).toBe('{"path":');
  });

  it('reports an error inside the stream', async () => {
    const server = await serve([
      { text: 'abcd', error: { kind: 'event', status: 529, message: 'Overloaded', after: 'half' } },
    ]);
    const { message } = await ask(server, format);
    expect(message.stopReason).toBe('error');
    expect(message.errorMessage).toContain('Overloaded');
    expect(message.content).toMatchObject([{ type: 'text', text: 'ab' }]);
  });
});

describe('failures that pi-ai takes for answers, so that the loop must look closer', () => {
  it('M02: an OpenAI stream that ends without finish_reason looks finished', async () => {
    const server = await serve([{ text: 'All do', error: { kind: 'cut', after: 'content' } }]);
    expect((await ask(server, 'openai')).message).toMatchObject({
      stopReason: 'stop',
      content: [{ text: 'All do' }],
    });
  });

  it('M02: an Anthropic stream that ends without message_stop is an error', async () => {
    const server = await serve([{ text: 'All do', error: { kind: 'cut', after: 'content' } }]);
    expect((await ask(server, 'anthropic')).message).toMatchObject({
      stopReason: 'error',
      errorMessage: 'Anthropic stream ended before message_stop',
    });
  });

  it.each(FORMATS)('a web page with status 200 looks like an empty reply to %s', async (format) => {
    const { message } = await ask(await serve([{ error: { kind: 'html' } }]), format);
    expect(message).toMatchObject({ stopReason: 'stop', content: [] });
  });
});

import {
  configureProvider,
  init,
  MissingKeyError,
  OptionError,
  ProviderError,
  registerProvider,
  type ToolDef,
  Type,
  UnknownModelError,
} from '@flue/sdk';
import { type ScriptedServer, type ScriptInput, startScriptedServer } from '@flue/sdk/testing';
import { afterEach, describe, expect, it } from 'vitest';

const servers: ScriptedServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(script: ScriptInput) {
  const server = await startScriptedServer(script);
  servers.push(server);
  registerProvider('wire-openai', { api: 'openai-completions', baseUrl: server.openaiUrl });
  registerProvider('wire-anthropic', {
    api: 'anthropic-messages',
    baseUrl: server.anthropicUrl,
    apiKey: 'test-key',
  });
  return server;
}

const calculator: ToolDef = {
  name: 'calculator',
  description: 'Multiplies.',
  parameters: Type.Object({ a: Type.Number(), b: Type.Number() }),
  execute: ({ a, b }) => String(a * b),
};

describe.each(['wire-openai/some-model', 'wire-anthropic/some-model'])(
  '%s, through the real provider code',
  (model) => {
    it('prompt, tool, answer', async () => {
      const server = await serve([
        { thinking: 'multiply', toolCalls: [{ name: 'calculator', arguments: { a: 7, b: 6 } }] },
        'The answer is {{toolResult}}.',
      ]);
      const harness = await init({ model });
      const session = await harness.session();
      const response = await session.prompt('Compute 7 * 6.', { tools: [calculator] });
      expect(response).toMatchObject({ text: 'The answer is 42.', stopReason: 'stop', toolCalls: 1 });
      expect(response.usage.input).toBeGreaterThan(0);
      expect(server.requests).toHaveLength(2);
      if (model.startsWith('wire-anthropic'))
        expect(server.requests[0]?.body).toMatchObject({ max_tokens: 8192 });
      const sent = JSON.stringify(server.requests[0]?.body);
      for (const name of ['read', 'write', 'edit', 'bash', 'grep', 'glob', 'task', 'calculator'])
        expect(sent).toContain(`"${name}"`);
    });

    it('an image from a tool reaches the next request (C14)', async () => {
      const server = await serve([{ toolCalls: [{ name: 'look' }] }, 'done']);
      registerProvider('wire-openai', {
        api: 'openai-completions',
        baseUrl: server.openaiUrl,
        models: [{ id: 'some-model', input: ['text', 'image'] }],
      });
      registerProvider('wire-anthropic', {
        api: 'anthropic-messages',
        baseUrl: server.anthropicUrl,
        models: [{ id: 'some-model', input: ['text', 'image'] }],
      });
      const look: ToolDef = {
        name: 'look',
        description: 'x',
        parameters: Type.Object({}),
        execute: () => ({ content: [{ type: 'image', data: 'aGVsbG8=', mimeType: 'image/png' }] }),
      };
      const session = await (await init({ model })).session();
      await session.prompt('look', { tools: [look] });
      expect(JSON.stringify(server.requests[1]?.body)).toContain('aGVsbG8=');
    });

    it('broken argument JSON is an error result, and the conversation goes on (M01)', async () => {
      await serve([
        { toolCalls: [{ name: 'calculator', argumentsText: '{"a": 7, "b": ' }] },
        'sorry: {{toolResult}}',
      ]);
      const session = await (await init({ model })).session();
      const { text } = await session.prompt('go', { tools: [calculator] });
      expect(text).toContain('not valid JSON');
    });

    it('an error status becomes a ProviderError', async () => {
      await serve([{ error: { status: 400, message: 'bad thing' } }]);
      const session = await (await init({ model })).session();
      await expect(session.prompt('go')).rejects.toMatchObject({
        code: 'provider_failed',
        status: 400,
        message: expect.stringContaining('bad thing'),
      });
      await expect(session.prompt('go')).rejects.toThrow(ProviderError);
    });

    it('settings of the harness reach the wire', async () => {
      const server = await serve(['ok']);
      const session = await (
        await init({ model, temperature: 0.5, maxTokens: 99, headers: { 'x-team': 'core' } })
      ).session();
      await session.prompt('go');
      expect(server.requests[0]?.headers['x-team']).toBe('core');
      expect(server.requests[0]?.body).toMatchObject({ temperature: 0.5, max_tokens: 99 });
    });

    it('an abort closes the request at once', async () => {
      await serve([{ text: 'a long answer that never ends', chunkSize: 1, chunkDelayMs: 100 }]);
      const session = await (await init({ model })).session();
      const call = session.prompt('go');
      for await (const event of call) if (event.type === 'text_delta') call.abort();
      await expect(call).rejects.toMatchObject({ name: 'AbortError' });
    });
  },
);

describe('naming a model', () => {
  it.each([
    ['nope', /not a model name/],
    ['anthropic/', /not a model name/],
    ['/x', /not a model name/],
  ])('%j is refused at init', async (model, message) => {
    await expect(init({ model })).rejects.toThrow(message);
    await expect(init({ model })).rejects.toThrow(OptionError);
  });

  it('an unknown provider lists those that exist; an unknown id lists the nearest', async () => {
    await expect(init({ model: 'antropic/x' })).rejects.toMatchObject({
      code: 'unknown_model',
      hint: expect.stringContaining('anthropic'),
    });
    const unknown = init({ model: 'anthropic/claude-sonet-4-6' });
    await expect(unknown).rejects.toThrow(UnknownModelError);
    await expect(unknown).rejects.toMatchObject({ hint: expect.stringContaining('claude-sonnet-4-6') });
  });

  it.each(['constructor/x', '__proto__/x', 'anthropic/constructor', 'anthropic/__proto__'])(
    '%j is unknown, not a crash (S10)',
    async (model) => {
      await expect(init({ model })).rejects.toThrow(UnknownModelError);
    },
  );

  it('a missing key names the variable, before anything is sent, and the key is looked up at call time', async () => {
    const saved = process.env.GROQ_API_KEY;
    delete process.env.GROQ_API_KEY;
    try {
      const server = await serve(['hello']);
      configureProvider('groq', { baseUrl: server.openaiUrl });
      const { getModels } = await import('@mariozechner/pi-ai');
      const session = await (await init({ model: `groq/${getModels('groq')[0]?.id}` })).session();
      await expect(session.prompt('hi')).rejects.toThrow(MissingKeyError);
      await expect(session.prompt('hi')).rejects.toThrow(/GROQ_API_KEY/);
      expect(server.requests).toHaveLength(0);
      process.env.GROQ_API_KEY = 'late';
      expect((await session.prompt('hi')).text).toBe('hello');
      expect(server.requests[0]?.headers.authorization).toBe('Bearer late');
    } finally {
      configureProvider('groq', {});
      if (saved === undefined) delete process.env.GROQ_API_KEY;
      else process.env.GROQ_API_KEY = saved;
    }
  });

  it('registering a provider checks what it is given', () => {
    expect(() => registerProvider('a/b', { api: 'openai-completions', baseUrl: 'http://127.0.0.1' })).toThrow(
      OptionError,
    );
    expect(() =>
      registerProvider('x', { api: 'openai-completion' as never, baseUrl: 'http://127.0.0.1' }),
    ).toThrow(/accepted are openai-completions/);
    expect(() => registerProvider('x', { api: 'openai-completions', baseUrl: 'localhost:1' })).toThrow(
      /not an http or https URL/,
    );
  });
});

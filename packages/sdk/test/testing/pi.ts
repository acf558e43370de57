import {
  type Api,
  type AssistantMessage,
  type AssistantMessageEvent,
  type Context,
  type Model,
  type SimpleStreamOptions,
  streamSimple,
} from '@mariozechner/pi-ai';
import { afterEach } from 'vitest';
import type { ScriptInput } from '../../src/testing/script.js';
import {
  type ScriptedServer,
  type ScriptedServerOptions,
  startScriptedServer,
} from '../../src/testing/scripted-server.js';

export type Format = 'openai' | 'anthropic';
export const FORMATS: readonly Format[] = ['openai', 'anthropic'];

const open: ScriptedServer[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

/** A server that is closed after the test. */
export async function serve(script: ScriptInput, options?: ScriptedServerOptions): Promise<ScriptedServer> {
  const server = await startScriptedServer(script, options);
  open.push(server);
  return server;
}

export function piModel(server: ScriptedServer, format: Format, more: Partial<Model<Api>> = {}): Model<Api> {
  return {
    id: 'test-model',
    name: 'Test model',
    api: format === 'openai' ? 'openai-completions' : 'anthropic-messages',
    provider: 'local-test',
    baseUrl: format === 'openai' ? server.openaiUrl : server.anthropicUrl,
    reasoning: true,
    input: ['text', 'image'],
    cost: { input: 1, output: 2, cacheRead: 3, cacheWrite: 4 },
    contextWindow: 100_000,
    maxTokens: 4000,
    ...more,
  };
}

export interface Answer {
  readonly message: AssistantMessage;
  readonly events: readonly AssistantMessageEvent[];
}

/** One request by pi-ai's own provider code. */
export async function ask(
  server: ScriptedServer,
  format: Format,
  context: Context | string = 'go',
  options: SimpleStreamOptions = {},
): Promise<Answer> {
  const asked =
    typeof context === 'string'
      ? { messages: [{ role: 'user' as const, content: context, timestamp: 0 }] }
      : context;
  const stream = streamSimple(piModel(server, format), asked, {
    apiKey: 'test-key',
    maxRetries: 0,
    ...options,
  });
  const events: AssistantMessageEvent[] = [];
  for await (const event of stream) events.push(event);
  return { message: await stream.result(), events };
}

import {
  configureProvider,
  init,
  MissingKeyError,
  ProviderError,
  registerProvider,
  UnknownModelError,
} from '@flue/sdk';
import { startScriptedServer } from '@flue/sdk/testing';

// Stands for Ollama, vLLM, llama.cpp or any other server that speaks OpenAI's Chat Completions.
const server = await startScriptedServer([
  'Hello from your own server.',
  { error: { status: 401, message: 'who are you?' } },
]);

registerProvider('mine', { api: 'openai-completions', baseUrl: server.openaiUrl });
await using harness = await init({ model: 'mine/llama-3' });
const session = await harness.session();
const { text } = await session.prompt('Hello?');
const failed = await session
  .prompt('And now?')
  .catch((error: unknown) => error instanceof ProviderError && error.status);

// Built-in providers take their key from the environment, at call time; or from here.
configureProvider('anthropic', { headers: { 'x-team': 'platform' } });
const unknown = await init({ model: 'anthropic/claude-0' }).catch(
  (error: unknown) => error instanceof UnknownModelError,
);
await using keyless = await init({ model: 'xai/grok-4' });
const key = process.env.XAI_API_KEY;
delete process.env.XAI_API_KEY;
const missing = await (await keyless.session())
  .prompt('Hi')
  .catch((error: unknown) => error instanceof MissingKeyError && error.message);
if (key !== undefined) process.env.XAI_API_KEY = key;
await server.close();

export const result = { text, failed, unknown, missing };

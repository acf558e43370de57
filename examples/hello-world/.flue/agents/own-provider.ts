import { type FlueContext, registerProvider } from '@flue/sdk';
import { startScriptedServer } from '@flue/sdk/testing';

// A model server of your own. This one plays a script; Ollama, vLLM or llama.cpp stand at a fixed address instead.
export default async function ({ init }: FlueContext) {
  const server = await startScriptedServer(['I run on your own machine.']);
  try {
    registerProvider('own', { api: 'openai-completions', baseUrl: server.openaiUrl });
    const harness = await init({ model: 'own/some-model' });
    const { text, model } = await (await harness.session()).prompt('Where do you run?');

    if (server.requests.length !== 1) throw new Error('The server was not asked; run this without --model.');
    if (!text.includes('own machine')) throw new Error(`Unexpected answer: ${text}`);
    return { answer: text, model: model.id, requests: server.requests.length };
  } finally {
    await server.close();
  }
}

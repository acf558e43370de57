import { init, Type } from '@flue/sdk';
import { scriptedModel } from '@flue/sdk/testing';

// Any model works: 'anthropic/claude-sonnet-4-6', 'openai/gpt-5', a server of yours. This one plays a script.
const model = scriptedModel([
  { toolCalls: [{ name: 'calculator', arguments: { a: 7, b: 6 } }] },
  'The answer is {{toolResult}}.',
]);

await using harness = await init({ model });
const session = await harness.session();
const { text, usage } = await session.prompt('Compute 7 * 6.', {
  tools: [
    {
      name: 'calculator',
      description: 'Multiply two numbers.',
      parameters: Type.Object({ a: Type.Number(), b: Type.Number() }),
      execute: async ({ a, b }) => String(a * b),
    },
  ],
});

export const answer = { text, tokens: usage.totalTokens };

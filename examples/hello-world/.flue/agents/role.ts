import type { FlueContext } from '@flue/sdk';

// A role of .flue/roles shapes one call; the next one knows nothing of it.
export default async function ({ init }: FlueContext) {
  const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
  const session = await harness.session();

  const { text } = await session.prompt('Which way is north?', { role: 'pirate' });

  if (!text.startsWith('Arr')) throw new Error(`Not the words of a pirate: ${text}`);
  return { answer: text };
}

import type { FlueContext } from '@flue/sdk';

// The smallest agent: one question, one answer.
export default async function hello({ init, payload }: FlueContext<{ name?: string }>) {
  const name = payload.name ?? 'world';
  const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
  const session = await harness.session();

  const { text, usage } = await session.prompt(`Greet ${name} by name, in one short sentence.`);

  if (!text.includes(name)) throw new Error(`The greeting does not mention ${name}: ${text}`);
  return { greeting: text, tokens: usage.totalTokens };
}

import type { FlueContext } from '@flue/sdk';

// A conversation longer than the model's window: from time to time a summary takes the place of what is old.
export default async function ({ init }: FlueContext) {
  let compactions = 0;
  const harness = await init({
    model: 'anthropic/claude-sonnet-4-6',
    builtinTools: false,
    compaction: { keepRecentTokens: 200 },
    onEvent(event) {
      if (event.type === 'compaction') compactions += 1;
    },
  });
  const session = await harness.session();

  await session.prompt('The secret word is "lighthouse". Remember it.');
  for (let turn = 1; turn <= 5; turn++) await session.prompt(`Tell me fact number ${turn} about the sea.`);
  await session.compact();
  const { text } = await session.prompt('What is the secret word?');

  if (compactions === 0) throw new Error('The conversation was never compacted.');
  if (!/lighthouse/i.test(text)) throw new Error(`The secret word was lost: ${text}`);
  return { answer: text, compactions, messages: session.history().length };
}

import type { FlueContext } from '@flue/sdk';

// The model hands a piece of work to a child session, which follows the AGENTS.md of its own folder.
export default async function ({ init }: FlueContext) {
  const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
  const session = await harness.session();
  await session.fs.writeFile('vault/AGENTS.md', 'When asked for the code, answer with exactly: 4711\n');

  const { text, toolCalls } = await session.prompt(
    'Use the task tool with cwd "vault" to ask for the code. Reply with the code and nothing else.',
  );

  if (toolCalls === 0) throw new Error('The model did not delegate.');
  if (!text.includes('4711')) throw new Error(`The task did not follow vault/AGENTS.md: ${text}`);
  return { code: text.trim() };
}

import type { FlueContext } from '@flue/sdk';

// The local sandbox is the host itself: here the model looks at the git repository that it runs in.
export default async function ({ init }: FlueContext) {
  const harness = await init({
    model: 'anthropic/claude-sonnet-4-6',
    sandbox: 'local',
    builtinTools: ['bash', 'read'],
  });
  const session = await harness.session();

  const { text } = await session.prompt(
    'Find the abbreviated hash of the latest commit with `git log -1 --format=%h`. Reply with the hash and nothing else.',
  );

  const { stdout, stderr, exitCode } = await session.shell('git log -1 --format=%h');
  if (exitCode !== 0) throw new Error(`This example must run in a git repository with a commit: ${stderr}`);
  if (!text.includes(stdout.trim())) throw new Error(`Expected ${stdout.trim()} in: ${text}`);
  return { commit: stdout.trim() };
}

import type { FlueContext } from '@flue/sdk';

const SKILL = `---
name: changelog
description: Writes a changelog entry for a list of changes.
---
Write the entry to CHANGELOG.md: a heading "## <version>", then one line "- <change>" for each change.
`;

// A skill is a folder with instructions, by which the model does one kind of work; arguments go along as JSON.
export default async function ({ init }: FlueContext) {
  const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
  const session = await harness.session();
  await session.fs.writeFile('.agents/skills/changelog/SKILL.md', SKILL);

  await session.skill('changelog', { args: { version: '1.2.0', changes: ['faster start', 'fewer bugs'] } });

  const changelog = await session.fs.readFile('CHANGELOG.md');
  for (const line of ['## 1.2.0', '- faster start', '- fewer bugs']) {
    if (!changelog.includes(line)) throw new Error(`CHANGELOG.md has no line "${line}":\n${changelog}`);
  }
  return { changelog };
}

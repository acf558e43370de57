import { init } from '@flue/sdk';
import { scriptedModel } from '@flue/sdk/testing';

const model = scriptedModel([{ text: 'ok', repeat: true }]);
await using harness = await init({
  model,
  instructions: 'Answer in British English.',
  roles: { critic: { description: 'Finds faults', instructions: 'Say what is wrong, and only that.' } },
});
await harness.fs.writeFile('AGENTS.md', 'The product is called Flue.');
await harness.fs.writeFile(
  '.agents/skills/review/SKILL.md',
  '---\nname: review\ndescription: How we review a change.\nallowed-tools: Read Grep\n---\nRead the diff twice.\n',
);

const session = await harness.session('pr-7', { role: 'critic' });
await session.skill('review', { args: { pr: 7 } });

const [request] = model.requests;
export const result = {
  system: ['Flue', 'British', 'what is wrong', 'How we review'].every((text) =>
    request?.systemPrompt.includes(text),
  ),
  tools: request?.tools.map(({ name }) => name),
};

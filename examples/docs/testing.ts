import { type FlueContext, runAgent } from '@flue/sdk';
import { scriptedModel } from '@flue/sdk/testing';

// An agent, as its file exports it.
async function triage({ init, payload, log }: FlueContext<{ title: string }>) {
  const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
  const session = await harness.session();
  const { text } = await session.prompt(`Which label fits this issue? ${payload.title}`);
  log.info('labelled', { label: text });
  return { label: text };
}

// Its test: the same agent with a model that plays a script, whatever model the agent names.
const model = scriptedModel(['bug']);
const types: string[] = [];
const run = runAgent(triage, { name: 'triage', payload: { title: 'It crashes' }, model });
for await (const event of run) types.push(event.type);
const { result: label } = await run;

export const result = {
  label,
  asked: model.requests[0]?.messages.at(-1)?.content,
  first: types[0],
  last: types.at(-1),
};

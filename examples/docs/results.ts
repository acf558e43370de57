import { init, NoResultError, Type } from '@flue/sdk';
import { scriptedModel } from '@flue/sdk/testing';
import { z } from 'zod';

await using harness = await init({
  model: scriptedModel([
    { toolCalls: [{ name: 'finish', arguments: { label: 'bug', priority: '2' } }] },
    { toolCalls: [{ name: 'finish', arguments: { result: ['login', 'session'] } }] },
    { toolCalls: [{ name: 'give_up', arguments: { reason: 'There is no issue 7.' } }] },
  ]),
});
const session = await harness.session();

// `schema`: the response has a checked value of that type as `data`. TypeBox, JSON Schema, zod, valibot, arktype.
const { data } = await session.prompt('Triage issue 5.', {
  schema: Type.Object({ label: Type.String(), priority: Type.Integer() }),
});

// `result`: the call resolves to the bare value.
const words = await session.prompt('Which words matter?', { result: z.array(z.string()) });

// A model that cannot give one says why.
const reason = await session
  .prompt('Triage issue 7.', { result: z.object({ label: z.string() }) })
  .catch((error: unknown) => error instanceof NoResultError && error.reason);

export const result = { data, words, reason };

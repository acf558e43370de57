import { type FlueContext, type ToolDef, Type } from '@flue/sdk/client';
import { Type as OwnType } from '@sinclair/typebox';

const factors = Type.Object({ a: Type.Number(), b: Type.Number() });

const multiply: ToolDef<typeof factors> = {
  name: 'multiply',
  description: 'Multiplies two numbers.',
  parameters: factors,
  execute: ({ a, b }) => String(a * b),
};

const repetition = OwnType.Object({ text: OwnType.String(), times: OwnType.Integer() });

const repeat: ToolDef<typeof repetition> = {
  name: 'repeat',
  description: 'Repeats a text.',
  parameters: repetition,
  execute: ({ text, times }) => text.repeat(times),
};

export default async function mine({ init, payload }: FlueContext<{ a: number; b: number }>) {
  const harness = await init({ model: 'anthropic/claude-sonnet-4-6', tools: [multiply, repeat] });
  const session = await harness.session();
  const { text, toolCalls } = await session.prompt(`Compute ${payload.a} * ${payload.b}.`);
  return { answer: text, toolCalls };
}

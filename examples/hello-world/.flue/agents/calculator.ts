import { type FlueContext, type ToolDef, Type } from '@flue/sdk';

let calls = 0;

// A custom tool is ten lines. This one is given to a single prompt; init({ tools }) gives one to all.
const calculator: ToolDef = {
  name: 'calculator',
  description: 'Multiply two numbers exactly.',
  parameters: Type.Object({ a: Type.Number(), b: Type.Number() }),
  execute: async ({ a, b }) => {
    calls += 1;
    return String(a * b);
  },
};

export default async function ({ init }: FlueContext) {
  const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
  const session = await harness.session();

  const { text } = await session.prompt('What is 1234 * 5678? Use the calculator.', { tools: [calculator] });

  const product = String(1234 * 5678);
  if (calls === 0) throw new Error('The model did not use the calculator.');
  if (!text.replaceAll(/[,.\s]/g, '').includes(product)) throw new Error(`Expected ${product} in: ${text}`);
  return { answer: text, calls };
}

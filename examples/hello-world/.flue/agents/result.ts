import { type FlueContext, Type } from '@flue/sdk';

const Triage = Type.Object({
  severity: Type.Union([Type.Literal('low'), Type.Literal('high')]),
  component: Type.String({ description: 'The part of the product that is affected.' }),
});

// A structured result: the response carries a checked value with the type of its schema.
export default async function ({ init }: FlueContext) {
  const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
  const session = await harness.session();

  const { data } = await session.prompt('Triage this issue: "Login crashes for every user since today."', {
    schema: Triage,
  });

  if (data.severity !== 'high')
    throw new Error(`A crash for every user is not of ${data.severity} severity.`);
  return data;
}

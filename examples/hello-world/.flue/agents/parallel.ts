import type { FlueContext } from '@flue/sdk';

const CITIES = ['Lima', 'Oslo', 'Rome'];

// Child sessions that work at the same time: asked for by the script, each in a session of its own, and
// delegated by the model, in one reply.
export default async function ({ init }: FlueContext) {
  const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });

  const answers = await Promise.all(
    CITIES.map(async (city) => {
      const session = await harness.session(city);
      return (await session.task(`In which country is ${city}? One word.`)).text.trim();
    }),
  );
  if (!answers[0]?.includes('Peru')) throw new Error(`Lima is in Peru, not ${answers[0]}`);

  const session = await harness.session('all');
  const call = session.prompt(
    `Ask for the country of each of ${CITIES.join(', ')} with the task tool, all in one reply.`,
  );
  let running = 0;
  let most = 0;
  for await (const event of call) {
    if (event.type === 'task_start') most = Math.max(most, ++running);
    if (event.type === 'task') running -= 1;
  }
  const { text } = await call;
  if (most < CITIES.length) throw new Error(`Only ${most} tasks ran at the same time.`);
  return { answers, text };
}

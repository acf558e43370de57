import { AbortError, type FlueContext, Type } from '@flue/sdk';

// Calls can be stopped: by their handle, by a signal, and a tool by its own time limit. The session stays usable.
export default async function ({ init }: FlueContext) {
  const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
  const session = await harness.session();

  const call = session.prompt('Write a very long story.');
  for await (const event of call) {
    if (event.type === 'text_delta') call.abort('I have heard enough');
  }
  const stopped = await call.then(
    () => undefined,
    (error: unknown) => (error instanceof AbortError ? error.cause : undefined),
  );
  if (stopped !== 'I have heard enough') throw new Error('The story was not stopped.');

  const outcomes: string[] = [];
  const slow = session.prompt('Use the slow tool once, then say what happened.', {
    tools: [
      {
        name: 'slow',
        description: 'Takes too long.',
        parameters: Type.Object({}),
        timeoutMs: 50,
        execute: () => new Promise<string>(() => {}),
      },
    ],
  });
  for await (const event of slow) {
    if (event.type === 'tool_call') outcomes.push(event.outcome);
  }
  await slow;
  if (!outcomes.includes('timeout')) throw new Error(`The tool was not timed out: ${outcomes}`);
  return { stopped, outcomes };
}

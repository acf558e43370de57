import { init } from '@flue/sdk';
import { scriptedModel } from '@flue/sdk/testing';

// The first model is overloaded for good, the second one once; the call succeeds all the same.
const overloaded = { error: { status: 529, message: 'overloaded' } };
const events: string[] = [];
await using harness = await init({
  model: scriptedModel([{ ...overloaded, repeat: true }], { id: 'first' }),
  fallbackModels: [
    scriptedModel([overloaded, 'Hello from the second model.', 'A summary.'], { id: 'second' }),
  ],
  retry: { attempts: 2, minDelayMs: 1, maxDelayMs: 1000 },
  idleTimeoutMs: 60_000,
  compaction: { keepRecentTokens: 0 },
  onEvent(event) {
    if (event.type === 'log' || event.type === 'compaction') events.push(event.type);
  },
});
const session = await harness.session();
const { text } = await session.prompt('Hello?');
const { compacted } = await session.compact();

export const result = { text, compacted, events };

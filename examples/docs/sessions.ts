import {
  AbortError,
  init,
  SessionBusyError,
  SessionExistsError,
  SessionIdleError,
  SessionNotFoundError,
  TurnLimitError,
} from '@flue/sdk';
import { scriptedModel } from '@flue/sdk/testing';

await using harness = await init({
  model: scriptedModel([
    { text: 'Noted.', delayMs: 10 },
    'You said: blue.',
    { text: 'a very long answer', chunkSize: 1, chunkDelayMs: 5 },
    { toolCalls: [{ name: 'glob', arguments: { pattern: '*' } }], repeat: true },
  ]),
  maxTurns: 3,
});

// Sessions by name; the conversation goes on with each prompt.
const session = await harness.session('review');
const first = session.prompt('My favourite colour is blue.');
const busy = await session.prompt('Too early.').catch((error: unknown) => error instanceof SessionBusyError);
await first;
const { text } = await session.prompt('What did I say?');

// A call is a promise, an iterable of its events, and can be aborted.
const call = session.prompt('Tell me everything.');
let streamed = '';
for await (const event of call) {
  if (event.type === 'text_delta') streamed += event.text;
  if (streamed.length >= 6) call.abort('that is enough');
}
const aborted = await call.catch((error: unknown) => error instanceof AbortError && error.cause);

// Errors are typed and have a stable code.
const endless = await session
  .prompt('Loop.')
  .catch((error: unknown) => error instanceof TurnLimitError && error.code);
const exists = await harness.sessions
  .create('review')
  .catch((error: unknown) => error instanceof SessionExistsError);
const missing = await harness.sessions
  .get('nobody')
  .catch((error: unknown) => error instanceof SessionNotFoundError);
let idle = false;
try {
  session.steer('nothing runs');
} catch (error) {
  idle = error instanceof SessionIdleError;
}

// Commands of the script's own; the model learns of them with the next prompt. Their variables stay private.
const { stdout } = await session.shell('echo "$GREETING" > note.txt && cat note.txt', {
  env: { GREETING: 'hi' },
});
const roles = session.history().map(({ role }) => role);

export const result = { busy, text, aborted, endless, exists, missing, idle, stdout, turns: roles.length };

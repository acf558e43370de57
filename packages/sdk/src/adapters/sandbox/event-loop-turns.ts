/** How long commands may hold the event loop before they let other work go first. */
const MAX_HOLD_MS = 10;

/** Commands that compute ask often; after such a silence they were waiting, not holding. */
const SILENCE_MS = 500;

/** Bound now: the shell blocks these globals for code that runs inside it. */
const now = performance.now.bind(performance);
const nextTurn = setImmediate;

let lastTurn = now();
let lastAsked = lastTurn;

/** Milliseconds of a clock that never goes back. */
export const monotonicNow: () => number = now;

/** Milliseconds for which the commands of this process, together, have not let other work go first. */
export function heldFor(): number {
  const time = now();
  if (time - lastAsked > SILENCE_MS) lastTurn = time;
  lastAsked = time;
  return time - lastTurn;
}

export function isTurnDue(): boolean {
  return heldFor() > MAX_HOLD_MS;
}

/**
 * Let timers, sockets and other sandboxes go first, if a turn is due. Of those that wait, one goes on per turn:
 * many that compute at once share the time, and together hold the event loop no longer than one.
 */
export async function takeTurnIfDue(): Promise<void> {
  if (!isTurnDue()) return;
  await new Promise<void>((resolve) => {
    if (waiting.push(resolve) === 1) nextTurn(goOn);
  });
}

const waiting: (() => void)[] = [];

function goOn(): void {
  lastTurn = now();
  waiting.shift()?.();
  if (waiting.length > 0) nextTurn(goOn);
}

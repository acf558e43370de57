/** Arguments that are one whole object, or why they must not be used. */
export type ReadArguments =
  | { readonly usable: true; readonly value: Record<string, unknown> }
  | { readonly usable: false; readonly outcome: 'invalid-input' | 'blocked'; readonly fault: string };

/** Deeper than any tool needs, and far from what overflows a stack. */
const MAX_DEPTH = 256;

/**
 * The arguments of a call, read strictly: text that is not whole JSON is never repaired, and nothing of a reply
 * that was cut off is used.
 * @param text as it arrived; undefined where the provider hands over a finished object
 */
export function parseArguments(text: string | undefined, parsed: unknown, cutOff: boolean): ReadArguments {
  if (cutOff) {
    return unusable(
      'The reply was cut off at the output limit, so this call may be incomplete and was not run. Repeat it, in smaller pieces if its arguments are long.',
    );
  }
  if (text === undefined || text.trim() === '') return object(parsed ?? {});
  try {
    const value: unknown = JSON.parse(text);
    if (isDeeperThan(value, MAX_DEPTH))
      return unusable(`The arguments are nested more than ${MAX_DEPTH} levels deep.`);
    return object(value);
  } catch (error) {
    return unusable(
      `The arguments are not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

function object(value: unknown): ReadArguments {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return unusable('The arguments are not a JSON object.');
  }
  return { usable: true, value: value as Record<string, unknown> };
}

function unusable(fault: string): ReadArguments {
  return { usable: false, outcome: 'invalid-input', fault };
}

function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []));
  }
  return false;
}

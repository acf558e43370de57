import assert from 'node:assert/strict';
import type { PathErrorReason } from '../../errors/path-error.js';

/** The error that `promise` rejects with. Fields are compared, not classes: the package may be loaded twice. */
export async function rejection(
  promise: Promise<unknown>,
): Promise<Error & { code?: unknown; cause?: unknown }> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  assert.ok('error' in outcome, `expected a rejection, got ${JSON.stringify(outcome)}`);
  assert.ok(outcome.error instanceof Error);
  return outcome.error;
}

/** Assert that a file operation fails with a `PathError` for `path`, as it was given, for one of `reasons`. */
export async function failsOnPath(
  promise: Promise<unknown>,
  path: string,
  ...reasons: PathErrorReason[]
): Promise<void> {
  const error: { code?: unknown; path?: unknown; reason?: unknown; message: string } =
    await rejection(promise);
  assert.equal(error.code, 'path_failed', error.message);
  assert.equal(error.path, path);
  assert.ok(
    reasons.includes(error.reason as PathErrorReason),
    `the reason is ${error.reason}, not ${reasons.join(' or ')}`,
  );
}

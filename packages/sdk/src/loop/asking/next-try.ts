import type { LoopModel } from '../models/resolve-model.js';
import type { RequestFailure } from './read-failure.js';

/** When a failed request is made again. */
export interface RetryPolicy {
  /** Requests of one reply and model, the first included. */
  readonly attempts: number;
  /** The wait before the second; it doubles from there, with jitter. */
  readonly minDelayMs: number;
  /** No wait is longer; a provider that asks for more is not asked again. */
  readonly maxDelayMs: number;
}

/** What to ask next, and when. */
export interface NextTry {
  readonly model: LoopModel;
  readonly delayMs: number;
}

/** Whether and how to go on after a failure: the same model again, the next one, or not at all. */
export function nextTry(
  failure: RequestFailure,
  attempt: number,
  model: LoopModel,
  fallback: LoopModel | undefined,
  retry: RetryPolicy,
): NextTry | undefined {
  const asked = failure.retryAfterMs ?? 0;
  if (failure.retryable && attempt < retry.attempts && asked <= retry.maxDelayMs) {
    return { model, delayMs: Math.max(asked, backoff(attempt, retry)) };
  }
  return fallback && failure.kind !== 'overflow' ? { model: fallback, delayMs: 0 } : undefined;
}

/** Doubling, from half of it to the whole, so that many clients do not come back at once. */
function backoff(attempt: number, { minDelayMs, maxDelayMs }: RetryPolicy): number {
  const full = Math.min(maxDelayMs, minDelayMs * 2 ** (attempt - 1));
  return full / 2 + Math.random() * (full / 2);
}

import { isContextOverflow } from '@mariozechner/pi-ai';
import type { AssistantMessage } from '../../ports/message.js';
import type { ResponseRecord } from './response-record.js';
import { readRetryAfter } from './retry-after.js';

export type FailureKind =
  | 'rate-limit'
  | 'overloaded'
  | 'server'
  | 'connection'
  | 'silence'
  | 'broken-reply'
  | 'overflow'
  | 'auth'
  | 'quota'
  | 'invalid'
  | 'unknown';

/** Why a request failed, and whether asking again can help. */
export interface RequestFailure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly status: number | undefined;
  readonly retryable: boolean;
  /** The wait that the provider asked for. */
  readonly retryAfterMs: number | undefined;
  /** What to do about it. */
  readonly hint: string | undefined;
}

const RETRYABLE: ReadonlySet<FailureKind> = new Set([
  'rate-limit',
  'overloaded',
  'server',
  'connection',
  'silence',
  'broken-reply',
]);

const HINTS: Partial<Record<FailureKind, string>> = {
  'rate-limit': 'Raise retry.attempts or retry.maxDelayMs at init(), or name fallbackModels.',
  overloaded: 'Raise retry.attempts at init(), or name fallbackModels.',
  silence: 'Raise idleTimeoutMs at init() if the model really thinks that long.',
  overflow: 'The conversation no longer fits the model; switch compaction on, or begin a new session.',
  auth: 'Check the API key.',
  quota: 'Check the plan and billing of the account; asking again does not help.',
  invalid: 'The provider does not accept the request as it is; see its message.',
};

/** @param reply a reply whose stop reason is `error` */
export function readFailure(
  reply: AssistantMessage,
  record: ResponseRecord,
  kind?: FailureKind,
): RequestFailure {
  const message = reply.errorMessage ?? 'The provider failed without a message.';
  const status = statusOf(message, record);
  const found = kind ?? kindOf(message, status, reply);
  return {
    kind: found,
    message,
    status,
    retryable: RETRYABLE.has(found),
    retryAfterMs: readRetryAfter(record.headers, message),
    hint: HINTS[found],
  };
}

function statusOf(message: string, { status }: ResponseRecord): number | undefined {
  if (status !== undefined && status >= 400) return status;
  const told = /^\s*(?:Error:\s*)?([45]\d\d)\b/.exec(message)?.[1];
  return told === undefined ? undefined : Number(told);
}

function kindOf(message: string, status: number | undefined, reply: AssistantMessage): FailureKind {
  if (isContextOverflow(reply as Parameters<typeof isContextOverflow>[0])) return 'overflow';
  if (/insufficient_quota|billing|credit balance|exceeded your current quota/i.test(message)) return 'quota';
  if (status === 401 || status === 403 || /authentication_error|invalid.{0,10}api.?key/i.test(message))
    return 'auth';
  if (status === 429 || /rate.?limit|too many requests|throttl|resource_exhausted/i.test(message))
    return 'rate-limit';
  if (status === 503 || status === 529 || /overloaded|unavailable/i.test(message)) return 'overloaded';
  if (status === 408 || status === 409 || (status !== undefined && status >= 500)) return 'server';
  if (/api_error|internal.?server|server_error/i.test(message)) return 'server';
  if (/stream ended before/i.test(message)) return 'broken-reply';
  if (CONNECTION.test(message)) return 'connection';
  return status === undefined ? 'unknown' : 'invalid';
}

const CONNECTION =
  /connection error|fetch failed|network|socket|terminated|premature|other side closed|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|timed? ?out|aborted/i;

import { setTimeout as delay } from 'node:timers/promises';
import {
  type AssistantMessage,
  type AssistantMessageEvent,
  type AssistantMessageEventStream,
  createAssistantMessageEventStream,
} from '@mariozechner/pi-ai';
import { errorText } from '../../errors/error-text.js';
import { noUsage } from '../../ports/usage.js';
import type { LoopModel } from '../models/resolve-model.js';
import { type NextTry, nextTry, type RetryPolicy } from './next-try.js';
import { type RequestFailure, readFailure } from './read-failure.js';
import { type ReplyRequest, requestReply } from './request-reply.js';
import { type ResponseRecord, recordResponse } from './response-record.js';
import { type Attempt, streamAttempt } from './stream-attempt.js';

export interface AskOptions {
  readonly request: ReplyRequest;
  /** Asked in turn when the model before has failed for good. */
  readonly fallbacks: readonly LoopModel[];
  readonly retry: RetryPolicy;
  readonly idleTimeoutMs: number;
  /** Sees a whole reply, and the argument texts of its calls, before anybody else does. */
  onWhole(reply: AssistantMessage, argumentTexts: ReadonlyMap<number, string>): void;
  /** A request failed. `next` is what comes next; without it the call fails. */
  onFailure(
    failure: RequestFailure,
    model: LoopModel,
    reply: AssistantMessage,
    next: NextTry | undefined,
  ): void;
  /** The context is too large for the model. A request with a smaller one, or undefined if there is none. */
  onOverflow?(): Promise<ReplyRequest | undefined>;
  /** The request could not even be made. The stream ends with an error. */
  onThrown(error: unknown): void;
}

/** One reply, as a stream in which requests that failed on the way leave nothing but what they had said. */
export function askModel(options: AskOptions): AssistantMessageEventStream {
  const out = createAssistantMessageEventStream();
  askInTurn(options, out.push.bind(out))
    .catch((error: unknown) => {
      options.onThrown(error);
      return failedReply(options.request.model, errorText(error));
    })
    .then((reply) => finish(out, reply));
  return out;
}

function finish(out: AssistantMessageEventStream, message: AssistantMessage): void {
  const { stopReason } = message;
  if (stopReason === 'error' || stopReason === 'aborted')
    out.push({ type: 'error', reason: stopReason, error: message });
  else out.push({ type: 'done', reason: stopReason, message });
  out.end();
}

function failedReply({ pi }: LoopModel, errorMessage: string): AssistantMessage {
  return {
    role: 'assistant',
    content: [],
    api: pi.api,
    provider: pi.provider,
    model: pi.id,
    usage: noUsage(),
    stopReason: 'error',
    errorMessage,
    timestamp: Date.now(),
  };
}

async function askInTurn(
  options: AskOptions,
  push: (event: AssistantMessageEvent) => void,
): Promise<AssistantMessage> {
  const { fallbacks, retry } = options;
  let { request } = options;
  const queue = [...fallbacks];
  let started = false;
  const onEvent = (event: AssistantMessageEvent) => {
    if (event.type !== 'start' || !started) push(event);
    started = true;
  };
  let model = request.model;
  for (let attempt = 1; ; attempt++) {
    const { reply, failure } = await askOnce({ ...request, model }, options, onEvent);
    if (!failure) return reply;
    const smaller = failure.kind === 'overflow' ? await options.onOverflow?.() : undefined;
    if (smaller) {
      request = smaller;
      continue;
    }
    const next = nextTry(failure, attempt, model, queue[0], retry);
    options.onFailure(failure, model, reply, next);
    if (!next) return reply;
    if (next.model !== model) {
      queue.shift();
      attempt = 0;
    }
    model = next.model;
    try {
      await delay(next.delayMs, undefined, { signal: request.signal });
    } catch {
      return { ...reply, stopReason: 'aborted', errorMessage: 'Request was aborted' };
    }
  }
}

async function askOnce(
  request: ReplyRequest,
  options: AskOptions,
  onEvent: (event: AssistantMessageEvent) => void,
) {
  const closing = new AbortController();
  const signal = AbortSignal.any([request.signal, closing.signal]);
  const record: ResponseRecord = {};
  const source = await recordResponse(record, () => requestReply({ ...request, signal }));
  const attempt = await streamAttempt(source, {
    signal: request.signal,
    idleTimeoutMs: options.idleTimeoutMs,
    stop: (reason) => closing.abort(reason),
    onEvent,
  });
  const failure = failureOf(attempt, record);
  if (!failure && attempt.reply.stopReason !== 'aborted')
    options.onWhole(attempt.reply, attempt.argumentTexts);
  return { reply: failure ? asFailed(attempt.reply, failure) : attempt.reply, failure };
}

function failureOf(
  { reply, argumentTexts, kind }: Attempt,
  record: ResponseRecord,
): RequestFailure | undefined {
  if (reply.stopReason === 'error') return readFailure(reply, record, kind);
  if (reply.stopReason === 'aborted') return undefined;
  const fault = replyFault(reply, argumentTexts, record);
  return fault === undefined
    ? undefined
    : readFailure({ ...reply, errorMessage: fault }, record, 'broken-reply');
}

/** Two ways in which a stream that broke off looks finished to pi: a call cut short, and nothing at all. */
function replyFault(
  reply: AssistantMessage,
  argumentTexts: ReadonlyMap<number, string>,
  record: ResponseRecord,
): string | undefined {
  if (reply.content.length === 0 && reply.usage.totalTokens === 0) {
    const type = record.headers?.get('content-type');
    const instead =
      type && !/event-stream/i.test(type) ? ` It sent ${type}, and an event stream was expected.` : '';
    return `The provider sent an empty reply.${instead}`;
  }
  const cut =
    reply.stopReason === 'stop' && [...argumentTexts.values()].some((text) => text !== '' && !isJson(text));
  return cut ? 'The reply ended in the middle of a tool call.' : undefined;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function asFailed(reply: AssistantMessage, failure: RequestFailure): AssistantMessage {
  return { ...reply, stopReason: 'error', errorMessage: failure.message };
}

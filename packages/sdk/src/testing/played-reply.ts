import { errorText } from '../errors/error-text.js';
import type { ModelRequest } from '../ports/language-model.js';
import { estimateUsage } from './estimate-usage.js';
import { fillText, fillValue } from './fill-placeholders.js';
import { parseReply } from './parse-script.js';
import type { ScriptError, ScriptReply, ScriptReplyFunction, ScriptToolCall, ScriptUsage } from './script.js';

/** A reply with everything decided: placeholders filled, ids and usage set, defaults applied. */
export interface PlayedReply {
  readonly thinking: string;
  readonly text: string;
  readonly toolCalls: readonly PlayedToolCall[];
  readonly usage: Required<ScriptUsage>;
  readonly stopReason: 'stop' | 'toolUse' | 'length';
  readonly delayMs?: number;
  readonly chunkSize: number;
  readonly chunkDelayMs?: number;
  readonly error?: PlayedError;
}

export interface PlayedToolCall {
  readonly id: string;
  readonly name: string;
  readonly argumentsText: string;
}

export type PlayedError = ScriptError & Required<Pick<ScriptError, 'kind' | 'after' | 'status' | 'message'>>;

/** `number` counts the script's replies from 1. Never rejects: what goes wrong is an error reply. */
export async function playReply(
  source: ScriptReply | ScriptReplyFunction,
  request: ModelRequest,
  number: number,
): Promise<PlayedReply> {
  try {
    if (typeof source !== 'function') return decide(filled(source, request), request, number);
    return decide(
      parseReply(await source(request), `What the function of reply ${number} returned`),
      request,
      number,
    );
  } catch (fault) {
    return failedReply({ status: 400, message: `Reply ${number} of the script failed: ${errorText(fault)}` });
  }
}

/** A reply that is nothing but this error. */
export function failedReply(error: { status: number; message: string }): PlayedReply {
  return {
    thinking: '',
    text: '',
    toolCalls: [],
    usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, cost: 0 },
    stopReason: 'stop',
    chunkSize: 1,
    error: { kind: 'status', after: 'request', ...error },
  };
}

function filled(reply: ScriptReply, request: ModelRequest): ScriptReply {
  return {
    ...reply,
    text: reply.text && fillText(reply.text, request),
    thinking: reply.thinking && fillText(reply.thinking, request),
    toolCalls: reply.toolCalls?.map((call) => ({ ...call, argumentsText: filledArguments(call, request) })),
  };
}

function filledArguments(call: ScriptToolCall, request: ModelRequest): string {
  if (call.argumentsText !== undefined) return fillText(call.argumentsText, request);
  return JSON.stringify(fillValue(call.arguments ?? {}, request));
}

function decide(reply: ScriptReply, request: ModelRequest, number: number): PlayedReply {
  const { text = '', thinking = '', toolCalls = [], error } = reply;
  const calls = toolCalls.map((call, index) => playedCall(call, `call_${number}_${index + 1}`, request));
  return {
    thinking,
    text,
    toolCalls: calls,
    usage: estimateUsage(
      request,
      [text, thinking, ...calls.flatMap((call) => [call.name, call.argumentsText])],
      reply.usage,
    ),
    stopReason: reply.stopReason ?? (calls.length > 0 ? 'toolUse' : 'stop'),
    delayMs: reply.delayMs,
    chunkSize: reply.chunkSize ?? 16,
    chunkDelayMs: reply.chunkDelayMs,
    error: error && playedError(error),
  };
}

function playedCall(call: ScriptToolCall, id: string, request: ModelRequest): PlayedToolCall {
  return {
    id: call.id ?? unusedId(id, request),
    name: call.name,
    argumentsText: call.argumentsText ?? JSON.stringify(call.arguments ?? {}),
  };
}

/** A script that is played again over the same conversation must not repeat an id. */
function unusedId(id: string, request: ModelRequest): string {
  const used = new Set(
    request.messages.flatMap((message) => (message.role === 'toolResult' ? [message.toolCallId] : [])),
  );
  let candidate = id;
  for (let round = 2; used.has(candidate); round++) candidate = `${id}_${round}`;
  return candidate;
}

function playedError(error: ScriptError): PlayedError {
  const { kind = 'status', after = 'request' } = error;
  const status = error.status ?? (kind === 'html' ? 200 : 500);
  const message = error.message ?? `Scripted failure: ${kind === 'status' ? `HTTP ${status}` : kind}.`;
  return { ...error, kind, after, status, message };
}

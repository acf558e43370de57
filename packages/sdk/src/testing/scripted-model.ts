import type { LanguageModel, ModelEvent, ModelRequest } from '../ports/language-model.js';
import type { Message } from '../ports/message.js';
import { parseModelSettings, parseScript } from './parse-script.js';
import { failedReply, type PlayedError, type PlayedReply } from './played-reply.js';
import { pause, streamPieces } from './reply-pieces.js';
import type { ScriptInput, ScriptModelSettings } from './script.js';
import { createScriptPlayer } from './script-player.js';

/** A model that plays a script, in this process, without network or key. */
export interface ScriptedModel extends LanguageModel {
  readonly provider: 'scripted';
  /** What was sent, oldest first, as it was at the time: lists and messages are frozen copies, their parts are not copied. */
  readonly requests: readonly ModelRequest[];
  /** How many replies are left, those that repeat not counted. */
  readonly remaining: number;
  /** Play from the start and forget the requests. */
  reset(): void;
}

/** What the model claims to be; wins over the script's own `model`. */
export interface ScriptedModelOptions extends ScriptModelSettings {
  /** Keep only the newest requests, for long runs. Default all. */
  readonly keepRequests?: number;
}

/**
 * @example
 * const model = scriptedModel([
 *   { toolCalls: [{ name: 'calculator', arguments: { a: 7, b: 6 } }] },
 *   'The answer is {{toolResult}}.',
 * ]);
 * @throws {OptionError} naming the reply and the field.
 */
export function scriptedModel(input: ScriptInput, options: ScriptedModelOptions = {}): ScriptedModel {
  const script = parseScript(input, 'scriptedModel()');
  const { keepRequests = Number.POSITIVE_INFINITY, ...claims } = options;
  const settings = parseModelSettings(claims, 'scriptedModel() options');
  const player = createScriptPlayer(script);
  const requests: ModelRequest[] = [];
  const id = settings.id ?? script.model.id ?? 'script';
  return {
    provider: 'scripted',
    id,
    contextWindow: settings.contextWindow ?? script.model.contextWindow,
    maxTokens: settings.maxTokens ?? script.model.maxTokens,
    input: settings.input ?? script.model.input,
    requests,
    get remaining() {
      return player.remaining;
    },
    stream(request) {
      if (request.signal.aborted) return play(NOT_SENT, request.signal);
      requests.push(snapshot(request));
      if (requests.length > keepRequests) requests.shift();
      return play(player.take(request, id), request.signal);
    },
    reset() {
      player.reset();
      requests.length = 0;
    },
  };
}

/** A request whose signal has aborted already uses nothing up; `play` throws before this reply matters. */
const NOT_SENT = Promise.resolve(failedReply({ status: 400, message: 'The request was not sent.' }));

async function* play(taken: Promise<PlayedReply>, signal: AbortSignal): AsyncGenerator<ModelEvent> {
  const reply = await taken;
  await pause(reply.delayMs, signal);
  yield* streamPieces(reply, signal);
  if (reply.error) {
    yield* fail(reply.error, signal);
  } else {
    const { input, output, cacheRead, cacheWrite } = reply.usage;
    const usage = { ...reply.usage, totalTokens: input + output + cacheRead + cacheWrite };
    yield { type: 'done', stopReason: reply.stopReason, usage };
  }
}

async function* fail(
  { kind, message, status }: PlayedError,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  if (kind === 'cut') return;
  if (kind === 'hang' || kind === 'ping') await pause(LONGEST_TIMER_MS, signal);
  yield kind === 'reset' || status < 400 ? { type: 'error', message } : { type: 'error', message, status };
}

/** About 25 days. A timer, and not a bare promise, so that the process stays alive as with an open connection. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

function snapshot(request: ModelRequest): ModelRequest {
  return Object.freeze({
    ...request,
    messages: Object.freeze(request.messages.map(frozenCopy)),
    tools: Object.freeze([...request.tools]),
  });
}

function frozenCopy(message: Message): Message {
  if (typeof message.content === 'string') return Object.freeze({ ...message });
  return Object.freeze({ ...message, content: Object.freeze([...message.content]) } as Message);
}

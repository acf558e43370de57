import { type AgentEvent, runAgentLoop } from '@mariozechner/pi-agent-core';
import { AbortError } from '../errors/abort-error.js';
import { TurnLimitError } from '../errors/turn-limit-error.js';
import type { EventBody } from '../events/event.js';
import type { Usage } from '../events/vocabulary.js';
import type { RefusedCall } from '../ports/journal-entry.js';
import type { ModelTool } from '../ports/language-model.js';
import type { AssistantMessage, Message, UserMessage } from '../ports/message.js';
import { type AgentTool, toAgentTool } from './agent-tool.js';
import { type AskOptions, askModel } from './asking/ask-model.js';
import type { NextTry } from './asking/next-try.js';
import type { RequestFailure } from './asking/read-failure.js';
import type { RequestSettings } from './asking/request-reply.js';
import type { LoopModel } from './models/resolve-model.js';
import { providerError } from './provider-error.js';
import type { ReplyCalls } from './reply-calls.js';

/** How often, how long and of whom a reply is asked for. */
export type RetrySettings = Pick<AskOptions, 'retry' | 'fallbacks' | 'idleTimeoutMs'>;

export interface ModelLoop {
  readonly model: LoopModel;
  readonly settings: RequestSettings;
  readonly systemPrompt: string;
  readonly agentTools: readonly AgentTool[];
  readonly modelTools: readonly ModelTool[];
  readonly calls: ReplyCalls;
  readonly retries: RetrySettings;
  readonly maxTurns: number;
  readonly cacheKey: string;
  readonly signal: AbortSignal;
  /** The conversation as the model is to see it, the latest message included. */
  context(): Promise<readonly Message[]>;
  /** The same made smaller after it was too large; undefined when that is not possible. */
  smallerContext(): Promise<readonly Message[] | undefined>;
  /** True when the call has what it wants, whatever the model would say next. */
  isDone(): boolean;
  /** Messages to add before the next request. `last`: the loop ends if there are none. */
  steering(last: boolean): UserMessage[];
  /** Keeps a message; the loop goes on when it is kept. */
  onMessage(message: UserMessage | AssistantMessage, refused?: Record<string, RefusedCall>): Promise<void>;
  /** What each request used, also one that failed. */
  onUsage(usage: Usage): void;
  emit(event: EventBody): void;
}

/**
 * Ask the model, run the tools it asks for, and ask again until it is done. Resolves to the reply that ended it, and the model that gave it.
 * @throws {AbortError} {ProviderError} {TurnLimitError} {MissingKeyError}
 */
export async function runModelLoop(loop: ModelLoop): Promise<{ reply: AssistantMessage; model: LoopModel }> {
  const tools = [...loop.agentTools];
  let turns = 0;
  let turnStartedAt = 0;
  let reply: AssistantMessage | undefined;
  let failure: (RequestFailure & { model: LoopModel }) | undefined;
  let thrown: { error: unknown } | undefined;
  let refused: Record<string, RefusedCall> | undefined;
  /** The first, or the fallback that took its place for the rest of the call. */
  let model = loop.model;

  await runAgentLoop(
    [],
    { systemPrompt: loop.systemPrompt, messages: [], tools },
    {
      model: loop.model.pi,
      convertToLlm: (messages) => messages,
      getSteeringMessages: async () => loop.steering(false),
      getFollowUpMessages: async () => loop.steering(true),
      shouldStopAfterTurn: ({ message }) =>
        loop.isDone() || (turns >= loop.maxTurns && hasToolCalls(message)),
      afterToolCall: async ({ toolCall }) => ({ isError: loop.calls.settled(toolCall.id)?.isError ?? true }),
    },
    onLoopEvent,
    loop.signal,
    nextReply,
  );
  return { reply: conclude(), model };

  /** The messages that pi keeps are not sent: the conversation in the journal is the only one. */
  async function nextReply() {
    turns += 1;
    turnStartedAt = performance.now();
    refused = undefined;
    const { systemPrompt, modelTools, settings, cacheKey, signal } = loop;
    const request = { model, systemPrompt, tools: modelTools, settings, cacheKey, signal };
    return askModel({
      request: { ...request, messages: await loop.context() },
      ...loop.retries,
      fallbacks: loop.retries.fallbacks.slice(loop.retries.fallbacks.indexOf(model) + 1),
      onWhole(message, argumentTexts) {
        refused = loop.calls.note(message, argumentTexts);
        offerPlaceholders(message);
      },
      onFailure,
      async onOverflow() {
        const messages = await loop.smallerContext();
        return messages && { ...request, messages };
      },
      onThrown(error) {
        thrown = { error };
      },
    });
  }

  function onFailure(
    requestFailure: RequestFailure,
    failed: LoopModel,
    reply: AssistantMessage,
    next?: NextTry,
  ): void {
    failure = { ...requestFailure, model: failed };
    if (!next) return;
    model = next.model;
    loop.onUsage(reply.usage);
    tellTurn(reply, failed);
    const delayMs = Math.round(next.delayMs);
    const message = `${failed.name} failed (${requestFailure.message}); asking ${next.model.name} in ${delayMs} ms.`;
    loop.emit({ type: 'log', level: 'warn', message, attributes: { kind: requestFailure.kind, delayMs } });
    turnStartedAt = performance.now();
  }

  /** pi answers a name it does not know by itself; a placeholder sends it through the pipeline. */
  function offerPlaceholders(message: AssistantMessage): void {
    for (const block of message.content) {
      if (block.type !== 'toolCall' || tools.some((tool) => tool.name === block.name)) continue;
      tools.push(
        toAgentTool({ name: block.name, description: '', executionMode: 'parallel' }, loop.calls.run),
      );
    }
  }

  async function onLoopEvent(event: AgentEvent): Promise<void> {
    if (event.type === 'message_update') return tell(event.assistantMessageEvent, loop.emit);
    if (event.type !== 'message_end') return;
    const { message } = event;
    if (message.role === 'user') return loop.onMessage(message);
    if (message.role === 'assistant') return onReply(message);
  }

  async function onReply(message: AssistantMessage): Promise<void> {
    reply = message;
    loop.onUsage(message.usage);
    if (isWorthKeeping(message)) await loop.onMessage(message, refused);
    tellTurn(message, model);
  }

  function tellTurn({ usage, stopReason }: AssistantMessage, { name }: LoopModel): void {
    const durationMs = performance.now() - turnStartedAt;
    loop.emit({ type: 'turn', model: name, usage: structuredClone(usage), stopReason, durationMs });
  }

  function conclude(): AssistantMessage {
    if (loop.signal.aborted) throw new AbortError('The call was aborted.', { cause: loop.signal.reason });
    if (!reply) throw new Error('the loop ended without a reply');
    if (thrown) throw thrown.error;
    if (reply.stopReason === 'error') throw providerError(reply, failure);
    if (hasToolCalls(reply) && !loop.isDone()) throw new TurnLimitError(loop.maxTurns);
    return reply;
  }
}

type ReplyEvent = Extract<AgentEvent, { type: 'message_update' }>['assistantMessageEvent'];

function tell(event: ReplyEvent, emit: (event: EventBody) => void): void {
  if (event.type === 'text_delta') emit({ type: 'text_delta', text: event.delta });
  else if (event.type === 'thinking_start') emit({ type: 'thinking_start' });
  else if (event.type === 'thinking_delta') emit({ type: 'thinking_delta', delta: event.delta });
  else if (event.type === 'thinking_end') emit({ type: 'thinking_end', content: event.content });
}

/** Not a reply that failed; of an aborted one, what it had said. */
function isWorthKeeping(message: AssistantMessage): boolean {
  if (message.stopReason === 'error') return false;
  return message.stopReason !== 'aborted' || message.content.length > 0;
}

function hasToolCalls(message: { role: string; content?: unknown }): boolean {
  return (
    message.role === 'assistant' &&
    Array.isArray(message.content) &&
    message.content.some((block: { type: string }) => block.type === 'toolCall')
  );
}

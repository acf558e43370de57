import { AbortError } from '../../errors/abort-error.js';
import { errorText } from '../../errors/error-text.js';
import { askForText } from '../../loop/ask-for-text.js';
import type { LoopModel } from '../../loop/models/resolve-model.js';
import type { Message } from '../../ports/message.js';
import { addUsage } from '../../ports/usage.js';
import type { Operation } from '../operation.js';
import type { Session } from '../session.js';
import { chooseKept } from './choose-kept.js';
import { contextTokens, estimateTokens } from './estimate-tokens.js';
import { transcript } from './transcript.js';

export type CompactionReason = 'threshold' | 'overflow' | 'manual';

const SYSTEM_PROMPT =
  'You summarise the work of an agent so that it can go on without the messages you are shown. Write down the goal, what was decided and why, what was done and found (names, paths, numbers, commands, errors), and what is left to do. Leave out nothing that the agent would have to find out again. Reply with the summary only.';

/** Longest text that is summarised where the window of the model is not known, in characters. */
const MAX_UNKNOWN_WINDOW = 400_000;
const CHARACTERS_PER_TOKEN = 4;
/** The most that is kept word for word of the request that is being worked on. */
const MAX_REQUEST_CHARACTERS = 20_000;

/** True when the next request would come too near to the end of the model's window. */
export function isOverThreshold(session: Session, model: LoopModel, overhead: number): boolean {
  const { enabled, reserveTokens } = session.settings.compaction;
  const { contextWindow } = model.pi;
  if (!enabled || contextWindow <= 0) return false;
  const { conversation } = session.journal;
  return (
    contextTokens(conversation.context(), conversation.countedFrom(), overhead) >
    contextWindow - reserveTokens
  );
}

/**
 * Put a summary in place of all but the last messages.
 * @returns false when there was nothing that could be left out
 * @throws {AbortError} {ProviderError} the summary could not be had; nothing has changed
 */
export async function compact(
  session: Session,
  operation: Operation,
  model: LoopModel,
  reason: CompactionReason,
): Promise<boolean> {
  const { conversation } = session.journal;
  const context = conversation.context();
  const keptMessages = chooseKept(context, keepTokens(session, model, reason));
  const dropped = context.slice(0, context.length - keptMessages);
  if (!isWorthIt(dropped)) return false;

  const estimatedTokens = contextTokens(context, conversation.countedFrom(), 0);
  operation.emitter.emit({ type: 'compaction_start', reason, estimatedTokens });
  const { text, usage } = await summarise(session, operation, model, dropped);
  addUsage(operation.usage, usage);
  const request = conversation.requestOutside(keptMessages)?.slice(0, MAX_REQUEST_CHARACTERS).toWellFormed();
  const keptFrom = conversation.sequenceOfLast(keptMessages);
  const entry = { type: 'compaction' as const, operationId: operation.id, reason, keptFrom };
  await operation.append([{ ...entry, summary: text.trim(), ...(request === undefined ? {} : { request }) }]);
  operation.emitter.emit({
    type: 'compaction',
    messagesBefore: context.length,
    messagesAfter: conversation.context().length,
  });
  return true;
}

/** Compact if the threshold is passed. A summary that cannot be had is told, and the request made as it is. */
export async function compactIfNeeded(
  session: Session,
  operation: Operation,
  model: LoopModel,
  overhead: number,
): Promise<void> {
  if (!isOverThreshold(session, model, overhead)) return;
  try {
    await compact(session, operation, model, 'threshold');
  } catch (error) {
    if (error instanceof AbortError || operation.signal.aborted) throw error;
    const message = `The conversation could not be compacted: ${errorText(error)}`;
    operation.emitter.emit({ type: 'log', level: 'warn', message });
  }
}

/** After an overflow, half of what there is at most: each time less, down to nothing but the summary. */
function keepTokens(session: Session, model: LoopModel, reason: CompactionReason): number {
  const { keepRecentTokens } = session.settings.compaction;
  const { contextWindow } = model.pi;
  const most = contextWindow > 0 ? Math.min(keepRecentTokens, contextWindow / 2) : keepRecentTokens;
  if (reason !== 'overflow') return most;
  const all = session.journal.conversation
    .context()
    .reduce((sum, message) => sum + estimateTokens(message), 0);
  return Math.min(most, all / 2);
}

/** A summary of nothing but an earlier summary would go round in circles. */
function isWorthIt(dropped: readonly Message[]): boolean {
  return dropped.some((message) => message.role !== 'user') || dropped.length > 1;
}

function summarise(session: Session, operation: Operation, model: LoopModel, dropped: readonly Message[]) {
  const { compaction, request, retries, resolveModel } = session.settings;
  const asked = compaction.model === undefined ? model : resolveModel(compaction.model, 'compaction.model');
  const window = asked.pi.contextWindow;
  const room = window > 0 ? Math.floor(window * CHARACTERS_PER_TOKEN * 0.6) : MAX_UNKNOWN_WINDOW;
  const task = compaction.instructions ? `\n\n${compaction.instructions}` : '';
  return askForText(
    {
      model: asked,
      systemPrompt: SYSTEM_PROMPT + task,
      messages: [{ role: 'user', content: transcript(dropped, room), timestamp: Date.now() }],
      settings: { headers: request.headers },
      cacheKey: `${session.sessionId}#compaction`,
      signal: operation.signal,
    },
    retries,
  );
}

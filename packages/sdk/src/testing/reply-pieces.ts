import { setTimeout as timer } from 'node:timers/promises';
import { AbortError } from '../errors/abort-error.js';
import type { ModelEvent } from '../ports/language-model.js';
import type { PlayedReply } from './played-reply.js';

/** What a reply says, piece by piece; everything but its end. */
export type ReplyPiece = Exclude<ModelEvent, { type: 'done' | 'error' }>;

/** The pieces of a reply up to the point where it fails, with the pauses between them. @throws {AbortError} */
export async function* streamPieces(reply: PlayedReply, signal: AbortSignal): AsyncGenerator<ReplyPiece> {
  for (const piece of replyPieces(reply)) {
    yield piece;
    await pause(reply.chunkDelayMs, signal);
  }
}

/** Wait; absent means not at all, 0 until other work had its turn. @throws {AbortError} as soon as `signal` aborts. */
export async function pause(ms: number | undefined, signal: AbortSignal): Promise<void> {
  try {
    signal.throwIfAborted();
    if (ms !== undefined) await timer(ms, undefined, { signal });
  } catch {
    throw new AbortError('The model request was aborted.', { cause: signal.reason });
  }
}

export function replyPieces(reply: PlayedReply): ReplyPiece[] {
  const after = reply.error?.after ?? 'content';
  if (after === 'request' || after === 'headers') return [];
  if (after === 'half') return allPieces(withoutLastHalf(reply));
  return allPieces(reply).slice(0, after === 'content' ? undefined : after);
}

function allPieces({ thinking, text, toolCalls, chunkSize }: PlayedReply): ReplyPiece[] {
  return [
    ...split(thinking, chunkSize).map((part): ReplyPiece => ({ type: 'thinking', text: part })),
    ...split(text, chunkSize).map((part): ReplyPiece => ({ type: 'text', text: part })),
    ...toolCalls.flatMap(({ id, name, argumentsText }, index): ReplyPiece[] => [
      { type: 'tool_call', index, id, name },
      ...split(argumentsText, chunkSize).map(
        (part): ReplyPiece => ({ type: 'tool_arguments', index, text: part }),
      ),
    ]),
  ];
}

function withoutLastHalf(reply: PlayedReply): PlayedReply {
  const last = reply.toolCalls.at(-1);
  if (last) {
    const cut = { ...last, argumentsText: firstHalf(last.argumentsText) };
    return { ...reply, toolCalls: [...reply.toolCalls.slice(0, -1), cut] };
  }
  return reply.text
    ? { ...reply, text: firstHalf(reply.text) }
    : { ...reply, thinking: firstHalf(reply.thinking) };
}

function firstHalf(text: string): string {
  const points = Array.from(text);
  return points.slice(0, points.length >> 1).join('');
}

/** Pieces of `size` code points, so that no piece ends inside a surrogate pair. */
function split(text: string, size: number): string[] {
  if (text.length <= size) return text === '' ? [] : [text];
  const points = Array.from(text);
  const pieces: string[] = [];
  for (let start = 0; start < points.length; start += size) {
    pieces.push(points.slice(start, start + size).join(''));
  }
  return pieces;
}

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { PlayedError, PlayedReply } from '../played-reply.js';
import { pause, streamPieces } from '../reply-pieces.js';
import type { ReplyEncoder, WireError, WireFormat } from './wire-format.js';

/** An open HTTP request that waits for its answer. */
export interface OpenResponse {
  readonly http: ServerResponse;
  readonly format: WireFormat;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  /** Bytes in one write; absent means that each event is one. */
  readonly chunkBytes?: number;
  /** Called when the server has done all that the script says, also when that was to break the connection. */
  settled(): void;
}

/** Play a reply, or fail as it says. @throws {AbortError} when the client goes away. */
export async function sendReply(
  response: OpenResponse,
  encoder: ReplyEncoder,
  reply: PlayedReply,
): Promise<void> {
  const { http, signal } = response;
  const { error } = reply;
  await pause(reply.delayMs, signal);
  if (error?.after === 'request') return failBeforeHeaders(response, error);
  http.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' });
  http.flushHeaders();
  if (error?.after !== 'headers') {
    await write(response, encoder.begin());
    for await (const piece of streamPieces(reply, signal)) await write(response, encoder.piece(piece));
  }
  if (error) return failInStream(response, encoder, error);
  await write(response, encoder.end());
  end(response);
}

/** Answer with an error status and the provider's error body. */
export function sendError(
  response: OpenResponse,
  error: WireError,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = JSON.stringify(response.format.errorBody(error));
  response.http.writeHead(error.status, { 'content-type': 'application/json', ...headers });
  end(response, body);
}

async function failBeforeHeaders(response: OpenResponse, error: PlayedError): Promise<void> {
  if (error.kind === 'reset') return reset(response);
  if (error.kind === 'hang') return hang(response);
  if (error.kind === 'status') return sendError(response, error, error.headers);
  response.http.writeHead(error.status, { 'content-type': 'text/html; charset=utf-8', ...error.headers });
  end(response, `<!doctype html>\n<html><body><h1>${escapeHtml(error.message)}</h1></body></html>\n`);
}

async function failInStream(
  response: OpenResponse,
  encoder: ReplyEncoder,
  error: PlayedError,
): Promise<void> {
  switch (error.kind) {
    case 'reset':
      return reset(response);
    case 'hang':
      return hang(response);
    case 'ping':
      for (;;) {
        await write(response, encoder.ping());
        await pause(error.pingMs ?? 200, response.signal);
      }
    case 'event':
      await write(response, encoder.error(error));
      return end(response);
    default:
      return end(response);
  }
}

/** Wait until the client goes away. The open connection keeps the process alive, no timer needed. */
async function hang({ signal }: OpenResponse): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

/** A TCP reset; what was written before arrives. */
async function reset({ http, settled }: OpenResponse): Promise<void> {
  await new Promise(setImmediate);
  settled();
  http.socket?.resetAndDestroy();
}

function end({ http, settled }: OpenResponse, body?: string): void {
  settled();
  http.end(body);
}

async function write({ http, signal, chunkBytes }: OpenResponse, events: string): Promise<void> {
  const bytes = Buffer.from(events);
  const size = chunkBytes ?? Math.max(1, bytes.length);
  for (let start = 0; start < bytes.length; start += size) {
    if (!http.write(bytes.subarray(start, start + size))) await once(http, 'drain', { signal });
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<]/g, (char) => (char === '&' ? '&amp;' : '&lt;'));
}

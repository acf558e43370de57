import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { errorText } from '../../errors/error-text.js';
import type { ModelRequest } from '../../ports/language-model.js';
import { type Fields, objectAt } from '../read-fields.js';
import type { ScriptPlayer } from '../script-player.js';
import { anthropicFormat } from './anthropic.js';
import { conversationFault } from './conversation-fault.js';
import { openaiFormat } from './openai.js';
import { type OpenResponse, sendError, sendReply } from './send-reply.js';

export interface ServedRequest {
  readonly format: 'openai' | 'anthropic';
  readonly model: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON that came over the wire. */
  readonly body: Fields;
  /** The same in the SDK's terms, as the script sees it. */
  readonly request: ModelRequest;
  /** True when the client went away before the reply was complete. */
  readonly aborted: boolean;
}

export interface IncomingRequest {
  readonly message: IncomingMessage;
  readonly http: ServerResponse;
  readonly chunkBytes?: number;
  readonly player: ScriptPlayer;
  readonly record: (request: ServedRequest) => void;
  /** Counts the server's requests from 1. */
  readonly number: number;
}

/** From request to reply: route, read, record, take the script's reply, send it. Never rejects. */
export async function answerRequest(incoming: IncomingRequest): Promise<void> {
  const { message, http, player, number } = incoming;
  const exchange = openExchange(incoming);
  const { format, path } = exchange;
  try {
    http.setHeader(format.requestIdHeader, `req_scripted_${number}`);
    const json = await text(message);
    if (message.method !== 'POST' || path !== format.path) {
      return sendError(exchange, { status: 404, message: `Not found: ${message.method} ${path}` });
    }
    const received = receive(exchange, message.headers, json);
    if ('fault' in received) return sendError(exchange, { status: 400, message: received.fault });
    incoming.record(received);
    const { body, model, request } = received;
    const fault = conversationFault(request.messages);
    if (fault) return sendError(exchange, { status: 400, message: fault });
    const reply = await player.take(request, model);
    await sendReply(exchange, format.encodeReply({ body, model, reply, number }), reply);
  } catch (fault) {
    giveUp(exchange, fault);
  }
}

interface Exchange extends OpenResponse {
  readonly path: string;
  readonly aborted: boolean;
}

function openExchange({ message, http, chunkBytes }: IncomingRequest): Exchange {
  const client = new AbortController();
  let settled = false;
  let aborted = false;
  http.on('close', () => {
    aborted = !settled;
    client.abort();
  });
  http.on('error', () => client.abort());
  const path = message.url?.split('?')[0] ?? '';
  return {
    http,
    path,
    format: path === anthropicFormat.path ? anthropicFormat : openaiFormat,
    signal: client.signal,
    chunkBytes,
    settled: () => {
      settled = true;
    },
    get aborted() {
      return aborted;
    },
  };
}

function receive(
  exchange: Exchange,
  wireHeaders: IncomingHttpHeaders,
  json: string,
): ServedRequest | { fault: string } {
  const { format, signal } = exchange;
  const headers = plainHeaders(wireHeaders);
  try {
    const body = objectAt(JSON.parse(json), 'The request body');
    const request: ModelRequest = { ...format.readRequest(body), headers, signal };
    if (body.stream !== true) return { fault: 'This server only streams: "stream" must be true.' };
    return {
      format: format.name,
      model: String(body.model),
      headers,
      body,
      request,
      get aborted() {
        return exchange.aborted;
      },
    };
  } catch (fault) {
    return { fault: errorText(fault) };
  }
}

function plainHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : (value ?? ''),
    ]),
  );
}

/** The client is gone, which is no fault, or there is a fault of ours, which the client is told. */
function giveUp(exchange: Exchange, fault: unknown): void {
  if (exchange.signal.aborted) return;
  if (exchange.http.headersSent) exchange.http.destroy();
  else sendError(exchange, { status: 500, message: errorText(fault) });
}

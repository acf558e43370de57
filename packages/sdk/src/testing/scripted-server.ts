import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseScript } from './parse-script.js';
import { countAt, fieldOf, objectAt } from './read-fields.js';
import type { ScriptInput } from './script.js';
import { createScriptPlayer } from './script-player.js';
import { answerRequest, type ServedRequest } from './wire/answer-request.js';

/** A script served over loopback HTTP, in the wire formats of two providers at once. */
export interface ScriptedServer {
  /** Base URL for OpenAI Chat Completions clients; ends in `/v1`. */
  readonly openaiUrl: string;
  /** Base URL for Anthropic Messages clients. */
  readonly anthropicUrl: string;
  /** The model requests received, oldest first. */
  readonly requests: readonly ServedRequest[];
  /** How many replies are left, those that repeat not counted. */
  readonly remaining: number;
  /** Play from the start and forget the requests. */
  reset(): void;
  /** Stop; open connections are cut. Idempotent. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ScriptedServerOptions {
  /** Send the event stream in pieces of this many bytes, to test its reader. Default: an event at a time. */
  readonly chunkBytes?: number;
  /** Keep only the newest requests, for long runs. Default all. */
  readonly keepRequests?: number;
}

/**
 * Serve a script on 127.0.0.1, at a free port. Only streaming requests are answered; a conversation that the
 * provider would refuse (a tool call without its result) is a 400, as there.
 * @throws {OptionError} naming the reply and the field.
 */
export async function startScriptedServer(
  input: ScriptInput,
  options: ScriptedServerOptions = {},
): Promise<ScriptedServer> {
  const { chunkBytes, keepRequests = Number.POSITIVE_INFINITY } = parseOptions(options);
  const player = createScriptPlayer(parseScript(input, 'startScriptedServer()'));
  const requests: ServedRequest[] = [];
  let served = 0;
  function record(request: ServedRequest): void {
    requests.push(request);
    if (requests.length > keepRequests) requests.shift();
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, (message, http) => {
    void answerRequest({ message, http, chunkBytes, player, record, number: ++served });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function close(): Promise<void> {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  }

  return {
    openaiUrl: `${origin}/v1`,
    anthropicUrl: origin,
    requests,
    get remaining() {
      return player.remaining;
    },
    reset() {
      player.reset();
      requests.length = 0;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

function parseOptions(options: ScriptedServerOptions): ScriptedServerOptions {
  const where = 'startScriptedServer() options';
  const fields = objectAt(options, where, ['chunkBytes', 'keepRequests']);
  return {
    chunkBytes: fieldOf(fields, 'chunkBytes', where, countAt(1)),
    keepRequests: fieldOf(fields, 'keepRequests', where, countAt(0)),
  };
}

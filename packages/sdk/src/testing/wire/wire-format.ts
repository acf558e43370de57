import type { ModelRequest } from '../../ports/language-model.js';
import type { PlayedError, PlayedReply } from '../played-reply.js';
import type { Fields } from '../read-fields.js';
import type { ReplyPiece } from '../reply-pieces.js';

/** How one provider API looks over HTTP: its requests read, its replies and errors written. */
export interface WireFormat {
  readonly name: 'openai' | 'anthropic';
  /** Of the endpoint, below the server's root. */
  readonly path: string;
  /** Header that carries the request's id. */
  readonly requestIdHeader: string;
  /** What the harness asked for, from what its provider code sent. @throws {OptionError} for a malformed body. */
  readRequest(body: Fields): WireRequest;
  /** The body of an error status. */
  errorBody(error: WireError): unknown;
  encodeReply(exchange: WireExchange): ReplyEncoder;
}

export type WireRequest = Omit<ModelRequest, 'signal' | 'headers'>;

export type WireError = Pick<PlayedError, 'status' | 'message' | 'type' | 'code'>;

/** One request and the reply to it. */
export interface WireExchange {
  readonly body: Fields;
  readonly model: string;
  readonly reply: PlayedReply;
  /** Counts the server's requests from 1; ids are made of it. */
  readonly number: number;
}

/** Writes one reply as server-sent events; each function returns whole events. */
export interface ReplyEncoder {
  begin(): string;
  piece(piece: ReplyPiece): string;
  end(): string;
  ping(): string;
  error(error: WireError): string;
}

import type { PlayedReply } from '../played-reply.js';
import type { ReplyPiece } from '../reply-pieces.js';
import { readAnthropicRequest } from './anthropic-request.js';
import type { ReplyEncoder, WireError, WireExchange, WireFormat } from './wire-format.js';

/** Anthropic Messages, as https://docs.anthropic.com/en/docs/build-with-claude/streaming describes it. */
export const anthropicFormat: WireFormat = {
  name: 'anthropic',
  path: '/v1/messages',
  requestIdHeader: 'request-id',
  readRequest: readAnthropicRequest,
  errorBody,
  encodeReply,
};

function errorBody({ status, message, type }: WireError): { type: 'error'; error: unknown } {
  const usual = USUAL_ERRORS[status] ?? (status < 500 ? 'invalid_request_error' : 'api_error');
  return { type: 'error', error: { type: type ?? usual, message } };
}

const USUAL_ERRORS: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

function encodeReply({ model, reply, number }: WireExchange): ReplyEncoder {
  const blocks = encodeBlocks();
  return {
    begin: () =>
      event({ type: 'message_start', message: messageStart(model, reply, number) }) + event({ type: 'ping' }),
    piece: (piece) => blocks.piece(piece),
    end: () =>
      blocks.close() +
      event({
        type: 'message_delta',
        delta: { stop_reason: STOP_REASONS[reply.stopReason], stop_sequence: null },
        usage: { output_tokens: reply.usage.output },
      }) +
      event({ type: 'message_stop' }),
    ping: () => event({ type: 'ping' }),
    error: (error) => event(errorBody(error)),
  };
}

function event(data: { type: string; [field: string]: unknown }): string {
  return `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
}

function messageStart(model: string, { usage }: PlayedReply, number: number): unknown {
  return {
    id: `msg_scripted_${number}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: usage.input,
      cache_creation_input_tokens: usage.cacheWrite,
      cache_read_input_tokens: usage.cacheRead,
      output_tokens: Math.min(usage.output, 1),
    },
  };
}

const STOP_REASONS = { stop: 'end_turn', toolUse: 'tool_use', length: 'max_tokens' } as const;

/** Content is a list of blocks: pieces of one kind fill one, each tool call has its own. */
function encodeBlocks(): { piece(piece: ReplyPiece): string; close(): string } {
  let index = -1;
  let open: string | undefined;

  function start(block: { type: string; [field: string]: unknown }): string {
    const before = close();
    open = block.type;
    index++;
    return before + event({ type: 'content_block_start', index, content_block: block });
  }

  function delta(content: { type: string; [field: string]: unknown }): string {
    return event({ type: 'content_block_delta', index, delta: content });
  }

  function close(): string {
    if (open === undefined) return '';
    const signature = open === 'thinking' ? delta({ type: 'signature_delta', signature: SIGNATURE }) : '';
    open = undefined;
    return signature + event({ type: 'content_block_stop', index });
  }

  function piece(content: ReplyPiece): string {
    switch (content.type) {
      case 'text': {
        const before = open === 'text' ? '' : start({ type: 'text', text: '' });
        return before + delta({ type: 'text_delta', text: content.text });
      }
      case 'thinking': {
        const before = open === 'thinking' ? '' : start({ type: 'thinking', thinking: '', signature: '' });
        return before + delta({ type: 'thinking_delta', thinking: content.text });
      }
      case 'tool_call':
        return start({ type: 'tool_use', id: content.id, name: content.name, input: {} });
      case 'tool_arguments':
        return delta({ type: 'input_json_delta', partial_json: content.text });
    }
  }

  return { piece, close };
}

/** Stands where the provider signs a thinking block; clients send it back as it is. */
const SIGNATURE = Buffer.from('scripted thinking').toString('base64');

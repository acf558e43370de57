import type { PlayedReply } from '../played-reply.js';
import type { ReplyPiece } from '../reply-pieces.js';
import { readOpenAIRequest } from './openai-request.js';
import type { ReplyEncoder, WireError, WireExchange, WireFormat } from './wire-format.js';

/** OpenAI Chat Completions, as https://platform.openai.com/docs/api-reference/chat-streaming describes it. */
export const openaiFormat: WireFormat = {
  name: 'openai',
  path: '/v1/chat/completions',
  requestIdHeader: 'x-request-id',
  readRequest: readOpenAIRequest,
  errorBody,
  encodeReply,
};

function errorBody({ status, message, type, code }: WireError): unknown {
  const usual =
    USUAL_ERRORS[status] ?? (status < 500 ? ['invalid_request_error', null] : ['server_error', null]);
  return { error: { message, type: type ?? usual[0], param: null, code: code ?? usual[1] } };
}

/** Type and code that go with a status. */
const USUAL_ERRORS: Readonly<Record<number, readonly [string, string | null]>> = {
  401: ['invalid_request_error', 'invalid_api_key'],
  404: ['invalid_request_error', 'model_not_found'],
  429: ['requests', 'rate_limit_exceeded'],
};

function encodeReply({ body, model, reply, number }: WireExchange): ReplyEncoder {
  const withUsage = wantsUsage(body.stream_options);
  const common = {
    id: `chatcmpl-scripted-${number}`,
    object: 'chat.completion.chunk',
    created: Math.floor(Date.now() / 1000),
    model,
  };
  const chunk = (delta: unknown, finishReason: string | null = null) =>
    event({
      ...common,
      choices: [{ index: 0, delta, logprobs: null, finish_reason: finishReason }],
      ...(withUsage && { usage: null }),
    });
  return {
    begin: () => chunk({ role: 'assistant', content: '' }),
    piece: (piece) => chunk(deltaOf(piece)),
    end: () =>
      [
        chunk({}, FINISH_REASONS[reply.stopReason]),
        withUsage ? event({ ...common, choices: [], usage: usageOf(reply) }) : '',
        'data: [DONE]\n\n',
      ].join(''),
    ping: () => ': ping\n\n',
    error: (error) => event(errorBody(error)),
  };
}

function wantsUsage(streamOptions: unknown): boolean {
  return (
    typeof streamOptions === 'object' &&
    streamOptions !== null &&
    'include_usage' in streamOptions &&
    streamOptions.include_usage === true
  );
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

function deltaOf(piece: ReplyPiece): unknown {
  switch (piece.type) {
    case 'text':
      return { content: piece.text };
    case 'thinking':
      return { reasoning_content: piece.text };
    case 'tool_call':
      return {
        tool_calls: [
          {
            index: piece.index,
            id: piece.id,
            type: 'function',
            function: { name: piece.name, arguments: '' },
          },
        ],
      };
    case 'tool_arguments':
      return { tool_calls: [{ index: piece.index, function: { arguments: piece.text } }] };
  }
}

const FINISH_REASONS = { stop: 'stop', toolUse: 'tool_calls', length: 'length' } as const;

/**
 * `prompt_tokens` holds all input, cached or not. OpenAI reports cache reads only; routers add
 * `cache_write_tokens` and count those among `cached_tokens` too.
 */
function usageOf({ usage }: PlayedReply): unknown {
  const prompt = usage.input + usage.cacheRead + usage.cacheWrite;
  return {
    prompt_tokens: prompt,
    completion_tokens: usage.output,
    total_tokens: prompt + usage.output,
    prompt_tokens_details: {
      cached_tokens: usage.cacheRead + usage.cacheWrite,
      ...(usage.cacheWrite > 0 && { cache_write_tokens: usage.cacheWrite }),
    },
  };
}

import {
  type AssistantMessage,
  type AssistantMessageEventStream,
  createAssistantMessageEventStream,
  type TextContent,
  type ThinkingContent,
  type ToolCall,
} from '@mariozechner/pi-ai';
import { errorText } from '../../errors/error-text.js';
import type { LanguageModel, ModelEvent, ModelRequest } from '../../ports/language-model.js';
import { noUsage } from '../../ports/usage.js';

/** The reply of a `LanguageModel`, in the events that pi's providers send. */
export function streamLanguageModel(
  model: LanguageModel,
  request: ModelRequest,
): AssistantMessageEventStream {
  const stream = createAssistantMessageEventStream();
  const reply = createReply(model, stream);
  void play();
  return stream;

  async function play(): Promise<void> {
    stream.push({ type: 'start', partial: reply.message });
    try {
      for await (const event of model.stream(request)) {
        if (request.signal.aborted) return reply.fail('Request was aborted', true);
        if (reply.take(event)) return;
      }
      reply.fail('The model ended its stream without done or error.');
    } catch (error) {
      reply.fail(errorText(error), request.signal.aborted);
    }
  }
}

type Block = TextContent | ThinkingContent | ToolCall;

function createReply(model: LanguageModel, stream: AssistantMessageEventStream) {
  const message: AssistantMessage = {
    role: 'assistant',
    content: [],
    api: 'flue-language-model',
    provider: model.provider,
    model: model.id,
    usage: noUsage(),
    stopReason: 'stop',
    timestamp: Date.now(),
  };
  const calls = new Map<number, { block: ToolCall; at: number }>();

  /** @returns true when the reply is over */
  function take(event: ModelEvent): boolean {
    switch (event.type) {
      case 'text': {
        const { block, at } = lastBlock('text') ?? open({ type: 'text', text: '' });
        block.text += event.text;
        stream.push({ type: 'text_delta', contentIndex: at, delta: event.text, partial: message });
        return false;
      }
      case 'thinking': {
        const { block, at } = lastBlock('thinking') ?? open({ type: 'thinking', thinking: '' });
        block.thinking += event.text;
        stream.push({ type: 'thinking_delta', contentIndex: at, delta: event.text, partial: message });
        return false;
      }
      case 'tool_call':
        calls.set(event.index, open({ type: 'toolCall', id: event.id, name: event.name, arguments: {} }));
        return false;
      case 'tool_arguments': {
        const call = calls.get(event.index);
        if (!call) throw new Error(`tool_arguments for call ${event.index}, which was not begun`);
        stream.push({ type: 'toolcall_delta', contentIndex: call.at, delta: event.text, partial: message });
        return false;
      }
      case 'done':
        finish(event);
        return true;
      case 'error':
        fail(event.status === undefined ? event.message : `${event.status} ${event.message}`);
        return true;
    }
  }

  function lastBlock<T extends Block['type']>(type: T) {
    const at = message.content.length - 1;
    const block = message.content[at];
    return block?.type === type ? { block: block as Extract<Block, { type: T }>, at } : undefined;
  }

  function open<B extends Block>(block: B): { block: B; at: number } {
    closeLast();
    const at = message.content.push(block) - 1;
    if (block.type === 'text') stream.push({ type: 'text_start', contentIndex: at, partial: message });
    if (block.type === 'thinking')
      stream.push({ type: 'thinking_start', contentIndex: at, partial: message });
    if (block.type === 'toolCall')
      stream.push({ type: 'toolcall_start', contentIndex: at, partial: message });
    return { block, at };
  }

  function closeLast(): void {
    const at = message.content.length - 1;
    const block = message.content[at];
    if (block?.type === 'text') {
      stream.push({ type: 'text_end', contentIndex: at, content: block.text, partial: message });
    }
    if (block?.type === 'thinking') {
      stream.push({ type: 'thinking_end', contentIndex: at, content: block.thinking, partial: message });
    }
  }

  function finish(event: Extract<ModelEvent, { type: 'done' }>): void {
    closeLast();
    message.stopReason = event.stopReason;
    const { cost = 0, ...tokens } = event.usage ?? {};
    Object.assign(message.usage, tokens);
    message.usage.totalTokens =
      tokens.totalTokens ??
      message.usage.input + message.usage.output + message.usage.cacheRead + message.usage.cacheWrite;
    message.usage.cost.total = cost;
    stream.push({ type: 'done', reason: event.stopReason, message });
    stream.end();
  }

  function fail(text: string, aborted = false): void {
    message.stopReason = aborted ? 'aborted' : 'error';
    message.errorMessage = text;
    stream.push({ type: 'error', reason: message.stopReason, error: message });
    stream.end();
  }

  return { message, take, fail };
}

import type {
  AssistantMessage,
  AssistantMessageEvent,
  AssistantMessageEventStream,
} from '@mariozechner/pi-ai';
import { errorText } from '../../errors/error-text.js';
import { noUsage } from '../../ports/usage.js';
import type { FailureKind } from './read-failure.js';

/** How one request ended. A reply that broke off has stop reason `error` or `aborted`, and none of its calls. */
export interface Attempt {
  readonly reply: AssistantMessage;
  /** The arguments of its calls as they arrived, by content index. */
  readonly argumentTexts: ReadonlyMap<number, string>;
  /** Set where we, not the provider, gave up. */
  readonly kind?: FailureKind;
}

export interface AttemptOptions {
  /** Aborting it ends the attempt at once, whatever the provider does. */
  readonly signal: AbortSignal;
  /** The attempt fails when nothing of the reply arrives for so long; keep-alives do not count. */
  readonly idleTimeoutMs: number;
  /** Called when the attempt was given up, so that the request can be closed. */
  readonly stop: (reason: unknown) => void;
  readonly onEvent: (event: AssistantMessageEvent) => void;
}

/** Follow a reply as it streams in, to its end or until it is given up. Never rejects. */
export function streamAttempt(
  source: AssistantMessageEventStream,
  options: AttemptOptions,
): Promise<Attempt> {
  const argumentTexts = new Map<number, string>();
  let partial: AssistantMessage | undefined;
  let timer: NodeJS.Timeout | undefined;

  return new Promise((resolve) => {
    let ended = false;
    const end = (reply: AssistantMessage, kind?: FailureKind) => {
      if (ended) return;
      ended = true;
      clearTimeout(timer);
      options.signal.removeEventListener('abort', abort);
      resolve({ reply, argumentTexts, kind });
    };
    const giveUp = (stopReason: 'aborted' | 'error', text: string, kind?: FailureKind) => {
      end(brokenReply(partial, stopReason, text), kind);
      options.stop(new Error(text));
    };
    const abort = () => giveUp('aborted', 'Request was aborted');
    const silence = () =>
      giveUp(
        'error',
        `The provider sent nothing for ${options.idleTimeoutMs} ms and was given up.`,
        'silence',
      );

    options.signal.addEventListener('abort', abort, { once: true });
    timer = setTimeout(silence, options.idleTimeoutMs);
    pump().catch((fault: unknown) => giveUp('error', errorText(fault)));
    if (options.signal.aborted) abort();

    async function pump(): Promise<void> {
      for await (const event of source) {
        if (ended) return;
        timer?.refresh();
        if (event.type === 'done') return end(event.message);
        if (event.type === 'error') return end(withoutCalls(event.error));
        if (event.type === 'start') partial = event.partial;
        if (event.type === 'toolcall_delta') collect(argumentTexts, event.contentIndex, event.delta);
        options.onEvent(event);
      }
      giveUp('error', 'The provider ended the reply without saying how.', 'broken-reply');
    }
  });
}

function collect(texts: Map<number, string>, index: number, delta: string): void {
  texts.set(index, (texts.get(index) ?? '') + delta);
}

/** What there is of a reply that broke off: its text, never its calls. */
function brokenReply(
  partial: AssistantMessage | undefined,
  stopReason: 'aborted' | 'error',
  errorMessage: string,
): AssistantMessage {
  const reply: AssistantMessage = {
    role: 'assistant',
    content: [],
    api: 'unknown',
    provider: 'unknown',
    model: 'unknown',
    usage: noUsage(),
    timestamp: Date.now(),
    ...partial,
    stopReason,
    errorMessage,
  };
  return withoutCalls(reply);
}

function withoutCalls(reply: AssistantMessage): AssistantMessage {
  const text = reply.content.filter((block) => block.type === 'text' && block.text !== '');
  return { ...reply, content: structuredClone(text) };
}

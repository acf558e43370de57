import { type AssistantMessage, type AssistantMessageEventStream, createAssistantMessageEventStream } from '@mariozechner/pi-ai';
import { errorText } from '../errors/error-text.js';
import { noUsage } from '../ports/usage.js';

/**
 * A reply as it streams in, with two guarantees that providers do not give: it ends at once when `signal` aborts,
 * and `onWhole` sees the finished message, with the argument text of its calls, before anybody else does.
 */
export function followReply(
  source: AssistantMessageEventStream,
  signal: AbortSignal,
  onWhole: (message: AssistantMessage, argumentTexts: ReadonlyMap<number, string>) => void,
): AssistantMessageEventStream {
  const out = createAssistantMessageEventStream();
  const argumentTexts = new Map<number, string>();
  let partial: AssistantMessage | undefined;
  const end = () => endWith('aborted', 'Request was aborted');
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  pump().catch((fault: unknown) => endWith('error', errorText(fault)));
  return out;

  function endWith(stopReason: 'aborted' | 'error', errorMessage: string): void {
    const message = brokenReply(partial, stopReason, errorMessage);
    out.push({ type: 'error', reason: stopReason, error: message });
    out.end(message);
  }

  async function pump(): Promise<void> {
    for await (const event of source) {
      if (signal.aborted) return;
      if (event.type === 'start') partial = event.partial;
      if (event.type === 'toolcall_delta') {
        argumentTexts.set(event.contentIndex, (argumentTexts.get(event.contentIndex) ?? '') + event.delta);
      }
      if (event.type === 'done') onWhole(event.message, argumentTexts);
      out.push(event);
    }
    signal.removeEventListener('abort', end);
    out.end();
  }
}

/** What there is of a reply that broke off: its text, never its calls. */
function brokenReply(
  partial: AssistantMessage | undefined,
  stopReason: 'aborted' | 'error',
  errorMessage: string,
): AssistantMessage {
  const text = partial?.content.filter((block) => block.type === 'text') ?? [];
  return {
    api: 'unknown',
    provider: 'unknown',
    model: 'unknown',
    usage: noUsage(),
    timestamp: Date.now(),
    ...partial,
    role: 'assistant',
    content: structuredClone(text),
    stopReason,
    errorMessage,
  };
}

import { AbortError } from '../errors/abort-error.js';
import type { Usage } from '../ports/message.js';
import { type AskOptions, askModel } from './asking/ask-model.js';
import type { RequestFailure } from './asking/read-failure.js';
import type { ReplyRequest } from './asking/request-reply.js';
import type { LoopModel } from './models/resolve-model.js';
import { providerError } from './provider-error.js';

/** One question without tools, outside any conversation. @throws {AbortError} {ProviderError} {MissingKeyError} */
export async function askForText(
  request: Omit<ReplyRequest, 'tools'>,
  retries: Pick<AskOptions, 'retry' | 'fallbacks' | 'idleTimeoutMs'>,
): Promise<{ text: string; usage: Usage }> {
  let failure: (RequestFailure & { model: LoopModel }) | undefined;
  let thrown: { error: unknown } | undefined;
  const stream = askModel({
    request: { ...request, tools: [] },
    ...retries,
    onWhole() {},
    onFailure(requestFailure, model) {
      failure = { ...requestFailure, model };
    },
    onThrown(error) {
      thrown = { error };
    },
  });
  for await (const _event of stream) {
    // Only the finished reply counts.
  }
  const reply = await stream.result();
  if (thrown) throw thrown.error;
  if (reply.stopReason === 'aborted')
    throw new AbortError('The call was aborted.', { cause: request.signal.reason });
  if (reply.stopReason === 'error') throw providerError(reply, failure);
  return {
    text: reply.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    usage: reply.usage,
  };
}

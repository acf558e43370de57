import { ProviderError } from '../errors/provider-error.js';
import type { AssistantMessage } from '../ports/message.js';
import type { RequestFailure } from './asking/read-failure.js';
import type { LoopModel } from './models/resolve-model.js';

/** The error of a call whose last request failed. */
export function providerError(
  reply: AssistantMessage,
  failure: (RequestFailure & { model: LoopModel }) | undefined,
): ProviderError {
  const { provider, id } = failure?.model.pi ?? { provider: reply.provider, id: reply.model };
  const text = failure?.message ?? reply.errorMessage ?? 'The provider failed without a message.';
  return new ProviderError(`${provider}/${id}: ${text}`, provider, id, failure?.status, {
    hint: failure?.hint,
  });
}

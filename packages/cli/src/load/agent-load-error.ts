import type { AgentLoadError } from '@flue/sdk';

/** An `AgentLoadError`. The SDK is loaded when there is one, so that a bundle can be under way before. */
export async function agentLoadError(
  message: string,
  options?: { hint?: string; cause?: unknown },
): Promise<AgentLoadError> {
  const { AgentLoadError } = await import('@flue/sdk');
  return new AgentLoadError(message, options);
}

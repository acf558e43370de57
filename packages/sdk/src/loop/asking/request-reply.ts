import {
  type AssistantMessageEventStream,
  type Context,
  type Tool as PiTool,
  type SimpleStreamOptions,
  setBedrockProviderModule,
  streamSimple,
} from '@mariozechner/pi-ai';
import type { ModelTool, ThinkingLevel } from '../../ports/language-model.js';
import type { Message } from '../../ports/message.js';
import { requireApiKey } from '../models/api-key.js';
import { streamLanguageModel } from '../models/language-model-stream.js';
import { providerSettings, registeredProvider } from '../models/provider-registry.js';
import type { LoopModel } from '../models/resolve-model.js';

/** What a script may set on every request of a call. */
export interface RequestSettings {
  readonly temperature?: number;
  /** Most tokens of one reply. Default: the model's own limit, at most 32,000. */
  readonly maxTokens?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly thinkingLevel?: ThinkingLevel;
}

export interface ReplyRequest {
  readonly model: LoopModel;
  readonly systemPrompt: string;
  readonly messages: readonly Message[];
  readonly tools: readonly ModelTool[];
  readonly settings: RequestSettings;
  /** Names the conversation to providers that keep caches by it. */
  readonly cacheKey: string;
  readonly signal: AbortSignal;
}

/**
 * Ask the model for one reply.
 * @throws {MissingKeyError} before anything is sent
 */
export async function requestReply(request: ReplyRequest): Promise<AssistantMessageEventStream> {
  const { model, systemPrompt, messages, tools, settings, signal } = request;
  if (model.custom)
    return streamLanguageModel(model.custom, { systemPrompt, messages, tools, ...settings, signal });
  const apiKey = requireApiKey(model);
  if (model.pi.api === 'bedrock-converse-stream') await loadBedrock();
  return streamSimple(model.pi, piContext(request), piOptions(request, apiKey));
}

function piContext({ systemPrompt, messages, tools }: ReplyRequest): Context {
  const described = tools.map(({ name, description, parameters }) => ({ name, description, parameters }));
  return { systemPrompt, messages: messages as Context['messages'], tools: described as PiTool[] };
}

function piOptions({ model, settings, cacheKey, signal }: ReplyRequest, apiKey: string): SimpleStreamOptions {
  const { thinkingLevel = 'off', temperature, maxTokens } = settings;
  const { provider } = model.pi;
  return {
    apiKey,
    signal,
    // Retries are ours: they can be aborted, seen, and end with another model.
    maxRetries: 0,
    temperature,
    maxTokens,
    sessionId: cacheKey,
    headers: {
      ...registeredProvider(provider)?.headers,
      ...providerSettings(provider).headers,
      ...settings.headers,
    },
    reasoning: thinkingLevel === 'off' ? undefined : thinkingLevel,
  };
}

/** pi finds this provider by a path that bundling does not keep, so it is handed over. */
async function loadBedrock(): Promise<void> {
  const { bedrockProviderModule } = await import('@mariozechner/pi-ai/bedrock-provider');
  setBedrockProviderModule(bedrockProviderModule);
}

import {
  type Api,
  getModel,
  getModels,
  getProviders,
  type KnownProvider,
  type Model,
} from '@mariozechner/pi-ai';
import { OptionError } from '../../errors/option-error.js';
import { UnknownModelError } from '../../errors/unknown-model-error.js';
import type { LanguageModel } from '../../ports/language-model.js';
import {
  type ProviderModel,
  type ProviderRegistration,
  providerSettings,
  registeredProvider,
  registeredProviderNames,
} from './provider-registry.js';

/** A model that the loop can ask. */
export interface LoopModel {
  /** `provider/id`, for people and for responses. */
  readonly name: string;
  readonly pi: Model<Api>;
  /** Set for a model that brings its own `stream`. */
  readonly custom?: LanguageModel;
}

/**
 * The model that a script names by `provider/id` or passes as an object. Providers registered by the script come
 * before built-in ones of the same name.
 * @throws {OptionError} not a model name; {UnknownModelError} the provider or id is not known
 */
export function resolveModel(model: string | LanguageModel, where: string): LoopModel {
  if (typeof model === 'object' && model !== null) return fromLanguageModel(model, where);
  const { provider, id } = splitName(model, where);
  const registration = registeredProvider(provider);
  const pi = registration ? registeredModel(provider, id, registration) : builtinModel(provider, id, where);
  const { baseUrl } = providerSettings(provider);
  return { name: `${provider}/${id}`, pi: baseUrl === undefined ? pi : { ...pi, baseUrl } };
}

function splitName(model: unknown, where: string): { provider: string; id: string } {
  const slash = typeof model === 'string' ? model.indexOf('/') : -1;
  if (typeof model !== 'string' || slash < 1 || slash === model.length - 1) {
    throw new OptionError(`${where} is ${JSON.stringify(model)}, which is not a model name.`, {
      hint: "A model is named 'provider/id', for example 'anthropic/claude-sonnet-4-6'.",
    });
  }
  return { provider: model.slice(0, slash), id: model.slice(slash + 1) };
}

/** Anthropic's format requires a limit of the reply; this one every model of its kind accepts. */
const UNKNOWN_MAX_TOKENS = 8192;

function registeredModel(provider: string, id: string, registration: ProviderRegistration): Model<Api> {
  const listed: ProviderModel = registration.models?.find((model) => model.id === id) ?? { id };
  return {
    id,
    name: id,
    api: registration.api,
    provider,
    baseUrl: registration.baseUrl,
    reasoning: listed.reasoning ?? false,
    input: listed.input ?? ['text'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, ...listed.cost },
    contextWindow: listed.contextWindow ?? 0,
    maxTokens: listed.maxTokens ?? (registration.api === 'anthropic-messages' ? UNKNOWN_MAX_TOKENS : 0),
    ...(registration.api === 'openai-completions'
      ? { compat: compatibleEndpoint(registration.baseUrl) }
      : {}),
  };
}

/** What every server of the Chat Completions kind understands; OpenAI's own extensions only for OpenAI. */
function compatibleEndpoint(baseUrl: string): Model<'openai-completions'>['compat'] {
  if (new URL(baseUrl).hostname.endsWith('openai.com')) return undefined;
  return {
    supportsStore: false,
    supportsDeveloperRole: false,
    supportsReasoningEffort: false,
    supportsStrictMode: false,
    supportsLongCacheRetention: false,
    maxTokensField: 'max_tokens',
  };
}

function builtinModel(provider: string, id: string, where: string): Model<Api> {
  if (!isKnownProvider(provider)) throw unknownProvider(provider, where);
  const model = Object.hasOwn(idsOf(provider), id)
    ? getModel<KnownProvider, never>(provider, id as never)
    : undefined;
  if (!model) throw unknownId(provider, id, where);
  return model as Model<Api>;
}

function isKnownProvider(provider: string): provider is KnownProvider {
  return getProviders().includes(provider as KnownProvider);
}

function idsOf(provider: KnownProvider): Record<string, true> {
  return Object.fromEntries(getModels(provider).map((model) => [model.id, true]));
}

function unknownProvider(provider: string, where: string): UnknownModelError {
  const known = [...registeredProviderNames(), ...getProviders()];
  return new UnknownModelError(`${where}: no provider is called ${JSON.stringify(provider)}.`, {
    hint: `Known are ${known.join(', ')}. Add one of your own with registerProvider().`,
  });
}

function unknownId(provider: KnownProvider, id: string, where: string): UnknownModelError {
  const ids = getModels(provider).map((model) => model.id);
  const near = nearest(id, ids, 8).join(', ');
  return new UnknownModelError(`${where}: ${provider} has no model ${JSON.stringify(id)}.`, {
    hint: `Nearest are ${near}. A model newer than this release is reached with registerProvider().`,
  });
}

/** Names that share the most three-letter pieces with `wanted`. */
function nearest(wanted: string, names: readonly string[], count: number): string[] {
  const pieces = (text: string) =>
    new Set(Array.from({ length: text.length }, (_, at) => text.slice(at, at + 3)));
  const target = pieces(wanted.toLowerCase());
  const score = (name: string) => {
    const own = pieces(name.toLowerCase());
    return [...own].filter((piece) => target.has(piece)).length / (own.size + target.size);
  };
  return [...names].sort((a, b) => score(b) - score(a)).slice(0, count);
}

function fromLanguageModel(model: LanguageModel, where: string): LoopModel {
  if (
    typeof model.stream !== 'function' ||
    typeof model.provider !== 'string' ||
    typeof model.id !== 'string'
  ) {
    throw new OptionError(`${where} is an object without provider, id and stream(request).`);
  }
  return {
    name: `${model.provider}/${model.id}`,
    custom: model,
    pi: {
      id: model.id,
      name: model.id,
      api: 'flue-language-model',
      provider: model.provider,
      baseUrl: '',
      reasoning: true,
      input: [...(model.input ?? ['text'])],
      cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
      contextWindow: model.contextWindow ?? 0,
      maxTokens: model.maxTokens ?? 0,
    },
  };
}

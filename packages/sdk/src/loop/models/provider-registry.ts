import { OptionError } from '../../errors/option-error.js';

/** Wire formats that a provider of yours may speak. */
export const PROVIDER_APIS = [
  'openai-completions',
  'openai-responses',
  'anthropic-messages',
  'google-generative-ai',
  'mistral-conversations',
] as const;

export type ProviderApi = (typeof PROVIDER_APIS)[number];

/** A provider of yours; see `registerProvider`. */
export interface ProviderRegistration {
  api: ProviderApi;
  /** For example `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  /** Default: the variable `<PREFIX>_API_KEY` at call time, else none is sent that means anything. */
  apiKey?: string;
  headers?: Record<string, string>;
  /** Models whose limits are known. An id that is not listed is accepted: text only, window unknown. */
  models?: ProviderModel[];
}

export interface ProviderModel {
  id: string;
  /** Tokens. Unknown when absent: no compaction by threshold then. */
  contextWindow?: number;
  /** Most tokens of one reply. */
  maxTokens?: number;
  /** Default `['text']`. */
  input?: ('text' | 'image')[];
  /** The model thinks before it answers. Default false. */
  reasoning?: boolean;
  /** US dollars per million tokens. Default 0. */
  cost?: { input?: number; output?: number; cacheRead?: number; cacheWrite?: number };
}

/** Changes to how a provider is reached; see `configureProvider`. */
export interface ProviderSettings {
  baseUrl?: string;
  headers?: Record<string, string>;
  apiKey?: string;
}

interface Registry {
  registered: Map<string, ProviderRegistration>;
  configured: Map<string, ProviderSettings>;
}

const REGISTRY = Symbol.for('flue.providers');

/**
 * Make models available as `<prefix>/<id>`. Registering a prefix again replaces it; a built-in provider's name
 * is replaced too. One registry for the whole process.
 * @throws {OptionError}
 */
export function registerProvider(prefix: string, registration: ProviderRegistration): void {
  checkPrefix(prefix, 'registerProvider');
  checkRegistration(prefix, registration);
  registry().registered.set(prefix, structuredClone(registration));
}

/**
 * Change base URL, headers or key of a provider, built in or registered. A further call replaces the earlier one.
 * @throws {OptionError}
 */
export function configureProvider(prefix: string, settings: ProviderSettings): void {
  checkPrefix(prefix, 'configureProvider');
  checkNames(`configureProvider('${prefix}')`, settings, ['baseUrl', 'headers', 'apiKey']);
  if (settings.baseUrl !== undefined) checkUrl(settings.baseUrl, `configureProvider('${prefix}').baseUrl`);
  registry().configured.set(prefix, structuredClone(settings));
}

export function registeredProvider(prefix: string): ProviderRegistration | undefined {
  return registry().registered.get(prefix);
}

export function registeredProviderNames(): string[] {
  return [...registry().registered.keys()];
}

export function providerSettings(prefix: string): ProviderSettings {
  return registry().configured.get(prefix) ?? {};
}

/** On the global object, so that every copy of this module in a process shares it. */
function registry(): Registry {
  const holder = globalThis as { [REGISTRY]?: Registry };
  holder[REGISTRY] ??= { registered: new Map(), configured: new Map() };
  return holder[REGISTRY];
}

function checkPrefix(prefix: unknown, where: string): void {
  if (typeof prefix === 'string' && prefix !== '' && !prefix.includes('/')) return;
  throw new OptionError(`${where}: ${JSON.stringify(prefix)} is not a provider name.`, {
    hint: "A name is text without '/'; models are then called '<name>/<model id>'.",
  });
}

function checkRegistration(prefix: string, registration: ProviderRegistration): void {
  const where = `registerProvider('${prefix}')`;
  if (typeof registration !== 'object' || registration === null) {
    throw new OptionError(`${where} needs { api, baseUrl }.`);
  }
  checkNames(where, registration, ['api', 'baseUrl', 'apiKey', 'headers', 'models']);
  if (!PROVIDER_APIS.includes(registration.api)) {
    throw new OptionError(
      `${where}.api is ${JSON.stringify(registration.api)}; accepted are ${PROVIDER_APIS.join(', ')}.`,
    );
  }
  checkUrl(registration.baseUrl, `${where}.baseUrl`);
  for (const [index, model] of (registration.models ?? []).entries()) {
    if (typeof model?.id !== 'string' || model.id === '')
      throw new OptionError(`${where}.models[${index}] has no id.`);
  }
}

function checkNames(where: string, given: object, accepted: readonly string[]): void {
  const unknown = Object.keys(given).find((name) => !accepted.includes(name));
  if (unknown === undefined) return;
  throw new OptionError(`${where}: there is no option ${JSON.stringify(unknown)}.`, {
    hint: `Accepted are ${accepted.join(', ')}.`,
  });
}

function checkUrl(url: unknown, where: string): void {
  if (typeof url === 'string' && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return;
  throw new OptionError(`${where} is ${JSON.stringify(url)}, not an http or https URL.`);
}

import { getEnvApiKey } from '@mariozechner/pi-ai';
import { MissingKeyError } from '../../errors/missing-key-error.js';
import { providerSettings, registeredProvider } from './provider-registry.js';
import type { LoopModel } from './resolve-model.js';

/** Sent to a provider of the script's own that named no key: such servers often want none, but a header. */
const NO_KEY = 'none';

/**
 * The key for a request to the model's provider, looked up anew for each request.
 * @throws {MissingKeyError} naming the variable to set
 */
export function requireApiKey(model: LoopModel): string {
  if (model.custom) return NO_KEY;
  const { provider } = model.pi;
  const given = providerSettings(provider).apiKey ?? registeredProvider(provider)?.apiKey;
  if (given !== undefined && given !== '') return given;
  if (registeredProvider(provider)) return process.env[variableOf(provider)] || NO_KEY;
  const found = getEnvApiKey(provider);
  if (found) return found;
  throw missingKey(model);
}

function missingKey(model: LoopModel): MissingKeyError {
  const { provider } = model.pi;
  return new MissingKeyError(`No API key for ${model.name}: set ${credentialsOf(provider)}.`, {
    hint: `Or pass one with configureProvider('${provider}', { apiKey }).`,
  });
}

/** What a provider takes, in words. */
function credentialsOf(provider: string): string {
  if (provider === 'amazon-bedrock') return 'AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY';
  if (provider === 'google-vertex') return 'GOOGLE_CLOUD_API_KEY, or Google application default credentials';
  return KEY_VARIABLES[provider] ?? variableOf(provider);
}

function variableOf(provider: string): string {
  return `${provider.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}_API_KEY`;
}

/** Variables that do not follow from the provider's name (pi-ai 0.73.1, env-api-keys). */
const KEY_VARIABLES: Readonly<Record<string, string>> = {
  'github-copilot': 'COPILOT_GITHUB_TOKEN',
  'azure-openai-responses': 'AZURE_OPENAI_API_KEY',
  google: 'GEMINI_API_KEY',
  'vercel-ai-gateway': 'AI_GATEWAY_API_KEY',
  moonshotai: 'MOONSHOT_API_KEY',
  'moonshotai-cn': 'MOONSHOT_API_KEY',
  huggingface: 'HF_TOKEN',
  'opencode-go': 'OPENCODE_API_KEY',
  'kimi-coding': 'KIMI_API_KEY',
  'cloudflare-workers-ai': 'CLOUDFLARE_API_KEY',
  'cloudflare-ai-gateway': 'CLOUDFLARE_API_KEY',
};

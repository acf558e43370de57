import { type Api, getModels, getProviders, type Model } from '@mariozechner/pi-ai';
import { beforeAll, describe, expect, test } from 'vitest';
import { runInProject } from './run-in-project.js';

interface Refused {
  api: string;
  code: string;
  message: string;
  requests: number;
}

/** Read out of the token for the account; no signature is checked before the request. */
const CODEX_TOKEN = ['{}', '{"https://api.openai.com/auth":{"chatgpt_account_id":"someone"}}', '']
  .map((part) => Buffer.from(part).toString('base64url'))
  .join('.');

const AWS = { AWS_BEDROCK_SKIP_AUTH: '1', AWS_REGION: 'us-east-1' };

/** The first model of each API in pi's catalogue. */
const MODELS = new Map<string, Model<Api>>();
for (const model of getProviders().flatMap((provider) => getModels(provider) as Model<Api>[])) {
  if (!MODELS.has(model.api)) MODELS.set(model.api, model);
}

test('the catalogue names every API that pi can load', () => {
  expect([...MODELS.keys()].sort()).toEqual([
    'anthropic-messages',
    'azure-openai-responses',
    'bedrock-converse-stream',
    'google-generative-ai',
    'google-vertex',
    'mistral-conversations',
    'openai-codex-responses',
    'openai-completions',
    'openai-responses',
  ]);
});

describe('the packed SDK loads the provider code that a model needs and asks its endpoint:', () => {
  const refused = new Map<string, Refused>();
  beforeAll(async () => {
    for (const answer of await askAll([...MODELS.values()], { ...AWS, AWS_BEDROCK_FORCE_HTTP1: '1' })) {
      refused.set(answer.api, answer);
    }
  });

  test.each([...MODELS.keys()])('%s', (api) => {
    expect(refused.get(api)).toMatchObject({
      code: 'provider_failed',
      message: expect.stringContaining('refused by the check'),
    });
    expect(refused.get(api)?.requests).toBeGreaterThan(0);
  });
});

test('the packed SDK reaches Bedrock through a proxy', async () => {
  const bedrock = MODELS.get('bedrock-converse-stream') as Model<Api>;
  const [answer] = await askAll([bedrock], { ...AWS, HTTP_PROXY: 'self' });
  expect(answer).toMatchObject({ message: expect.stringContaining('refused by the check'), requests: 1 });
});

async function askAll(models: readonly Model<Api>[], env: Record<string, string>): Promise<Refused[]> {
  const asked = models.map(({ api, provider, id }) => ({
    api,
    provider,
    id,
    apiKey: api === 'openai-codex-responses' ? CODEX_TOKEN : 'a-key',
  }));
  const { code, stdout, stderr } = await runInProject(
    'node',
    ['check-providers.mjs', JSON.stringify(asked)],
    env,
  );
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

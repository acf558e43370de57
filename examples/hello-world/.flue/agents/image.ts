import type { FlueContext } from '@flue/sdk';

// A red square, 8 by 8.
const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mP4z8CAFTEMLQkAKP8/wc53yE8AAAAASUVORK5CYII=';

// An image goes to the model with the text.
export default async function ({ init }: FlueContext) {
  const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
  const session = await harness.session();

  const { text } = await session.prompt('Which colour is this square? Answer with one word.', {
    images: [{ type: 'image', data: PNG, mimeType: 'image/png' }],
  });

  if (!/red/i.test(text)) throw new Error(`The square is red, not: ${text}`);
  return { colour: text };
}

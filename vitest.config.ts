import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const sdk = (file: string) => fileURLToPath(new URL(`packages/sdk/src/${file}`, import.meta.url));

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@flue\/sdk(\/client)?$/, replacement: sdk('index.ts') },
      { find: /^@flue\/sdk\/app$/, replacement: sdk('app.ts') },
      { find: /^@flue\/sdk\/node$/, replacement: sdk('node.ts') },
      { find: /^@flue\/sdk\/sandbox$/, replacement: sdk('sandbox.ts') },
      { find: /^@flue\/sdk\/testing$/, replacement: sdk('testing.ts') },
    ],
  },
  test: {
    include: ['packages/*/test/**/*.test.ts', 'test/*.test.ts'],
    typecheck: { enabled: false },
    testTimeout: 20_000,
    // Many tests wait for processes and timers: more workers than cores keep the cores busy.
    maxWorkers: 4,
  },
});

import { defineConfig } from 'tsup';

/** Dependencies stay outside; each command is a chunk of its own, loaded when it is called. */
export default defineConfig({
  entry: ['src/bin.ts'],
  format: ['esm'],
  target: 'node20.18',
  platform: 'node',
  tsconfig: '../../tsconfig.json',
  splitting: true,
  clean: true,
  removeNodeProtocol: false,
  external: [/^@flue\/sdk(\/|$)/],
});

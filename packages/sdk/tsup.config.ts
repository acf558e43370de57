import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'tsup';
import { modelCatalogueAsJson } from './build/model-catalogue-as-json.js';
import { thirdPartyLicenses } from './build/third-party-licenses.js';
import { withoutPiValidation } from './build/without-pi-validation.js';

/** The build of ES modules that `yaml` ships for browsers; the one for Node is CommonJS in seventy files. */
const YAML = join(createRequire(import.meta.url).resolve('yaml/package.json'), '../browser/index.js');

/**
 * pi and the two TypeBoxes are bundled: their several hundred small files cost a process more to load from
 * disk than everything else together. Provider SDKs stay outside, each behind the lazy chunk of its API.
 */
export default defineConfig({
  entry: ['src/index.ts', 'src/app.ts', 'src/node.ts', 'src/sandbox.ts', 'src/testing.ts'],
  format: ['esm'],
  target: 'node20.18',
  platform: 'node',
  tsconfig: '../../tsconfig.json',
  splitting: true,
  clean: true,
  dts: true,
  removeNodeProtocol: false,
  noExternal: [/^@mariozechner\//, /^typebox(\/|$)/, /^@sinclair\/typebox(\/|$)/, 'partial-json', 'yaml'],
  esbuildOptions(options) {
    options.alias = { yaml: YAML };
  },
  esbuildPlugins: [
    modelCatalogueAsJson(),
    withoutPiValidation(),
    thirdPartyLicenses('THIRD_PARTY_LICENSES.md'),
  ],
});

import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'tsup';
import { commonJsNames } from './build/common-js-names.js';
import { modelCatalogueAsJson } from './build/model-catalogue-as-json.js';
import { thirdPartyLicenses } from './build/third-party-licenses.js';
import { withoutPiValidation } from './build/without-pi-validation.js';

/** The build of ES modules that `yaml` ships for browsers; the one for Node is CommonJS in seventy files. */
const YAML = join(createRequire(import.meta.url).resolve('yaml/package.json'), '../browser/index.js');

/**
 * pi, TypeBox, Ajv and yaml are bundled: their hundreds of small files take a process five times as long to load.
 * Provider SDKs and the virtual shell stay outside, behind the lazy chunks that use them.
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
  noExternal: [
    /^@mariozechner\//,
    /^typebox(\/|$)/,
    /^@sinclair\/typebox(\/|$)/,
    'partial-json',
    'yaml',
    /^ajv(\/|$)/,
  ],
  esbuildOptions(options) {
    options.alias = { yaml: YAML };
  },
  esbuildPlugins: [
    commonJsNames({ 'ajv/dist/2020.js': ['Ajv2020'] }),
    modelCatalogueAsJson(),
    withoutPiValidation(),
    thirdPartyLicenses('THIRD_PARTY_LICENSES.md'),
  ],
});

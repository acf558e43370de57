import { statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { OnResolveArgs, Plugin, PluginBuild, ResolveResult } from 'esbuild';

/** An import of a package by one of the agent's modules. */
export interface PackageImport {
  readonly specifier: string;
  readonly importer: string;
}

const SDK = '@flue/sdk';
const IS_SDK = /^@flue\/sdk(?:\/|$)/;
/** What Node cannot load by itself: TypeScript sources of workspace packages, JSON without an attribute. */
const BUNDLED = /\.(?:[cm]?tsx?|json)$/;
const RESOLVED = Symbol('resolved by this plugin');

/** Leaves packages outside the bundle, by absolute URL, and notes them in `packages`. */
export function resolvePackages(packages: Map<string, PackageImport>): Plugin {
  return {
    name: 'flue-packages',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, async (request) => {
        if (request.kind === 'entry-point' || request.pluginData === RESOLVED) return undefined;
        if (isBuiltin(request.path)) return { path: request.path, external: true };
        const found = IS_SDK.test(request.path)
          ? await resolveSdk(build, request)
          : await resolve(build, request);
        if (found.errors.length > 0 || found.external || BUNDLED.test(found.path)) return found;
        const path = request.kind.startsWith('require') ? found.path : pathToFileURL(found.path).href;
        packages.set(path, { specifier: request.path, importer: request.importer });
        return { path, external: true };
      });
    },
  };
}

function resolve(
  build: PluginBuild,
  request: OnResolveArgs,
  resolveDir = request.resolveDir,
): Promise<ResolveResult> {
  const { importer, kind } = request;
  return build.resolve(request.path, { importer, kind, resolveDir, pluginData: RESOLVED });
}

/**
 * The project's own install of the SDK, whatever the `paths` of its tsconfig say (they are for the type checker),
 * or the one this command came with. Looking from a node_modules folder leaves `paths` out.
 */
async function resolveSdk(build: PluginBuild, request: OnResolveArgs): Promise<ResolveResult> {
  const installed = folderWithSdk(request.resolveDir);
  if (installed) return resolve(build, request, installed);
  const own = fileURLToPath(import.meta.resolve(request.path));
  return build.resolve(own, { kind: request.kind, resolveDir: dirname(own), pluginData: RESOLVED });
}

function folderWithSdk(from: string): string | undefined {
  for (let here = from; ; here = dirname(here)) {
    const modules = join(here, 'node_modules');
    if (statSync(join(modules, SDK, 'package.json'), { throwIfNoEntry: false })) return modules;
    if (here === dirname(here)) return undefined;
  }
}

import { randomUUID } from 'node:crypto';
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { agentLoadError } from './agent-load-error.js';
import { describeBuildFailure } from './describe-build-failure.js';
import { moduleLocations, RESOLVE_FOR_MODULES } from './module-locations.js';
import { type PackageImport, resolvePackages } from './resolve-packages.js';

/** An agent's own modules as one module, not yet run. */
export interface AgentBundle {
  /** The agent's file, absolute. */
  readonly file: string;
  /** ES module; ends with a source map. */
  readonly code: string;
  /** Where to write `code` for the import: a file in a folder of its own, neither of which is there yet. */
  readonly path: string;
  /** What stays outside: packages by the URL they are imported as. */
  readonly packages: ReadonlyMap<string, PackageImport>;
}

/**
 * Translate an agent and the modules of its project into one ES module. Packages stay outside, each resolved from
 * the module that imports it, so that the agent gets the project's own. Bundling is the quickest way to run
 * TypeScript on Node 20 (esbuild works in a process of its own meanwhile), and the only one in which helpers may
 * be spelled any way that TypeScript accepts, `await` works at top level whatever "type" the package.json has,
 * and a syntax error is one message. Packages run before the project's modules, also where an import comes first.
 * @throws {AgentLoadError} a module does not parse or cannot be found
 */
export async function bundleAgent(file: string): Promise<AgentBundle> {
  const esbuild = await import('esbuild');
  const path = join(outputFolder(file), `.flue-${randomUUID()}`, `${basename(file)}.mjs`);
  const packages = new Map<string, PackageImport>();
  try {
    const { outputFiles } = await esbuild.build({
      entryPoints: [file],
      outfile: path,
      write: false,
      bundle: true,
      platform: 'node',
      format: 'esm',
      target: `node${process.versions.node}`,
      mainFields: ['main'],
      conditions: ['node-addons', ...(process.features.require_module ? ['module-sync'] : [])],
      ignoreAnnotations: true,
      sourcemap: 'inline',
      logLevel: 'silent',
      banner: { js: `${requireFrom(file)} ${RESOLVE_FOR_MODULES}` },
      plugins: [resolvePackages(packages), moduleLocations()],
    });
    return { file, code: outputFiles[0]!.text, path, packages };
  } catch (error) {
    throw await agentLoadError(...describeBuildFailure(error, file));
  }
}

/** ES modules have no `require`; an agent that was written with it keeps it. */
function requireFrom(file: string): string {
  const from = JSON.stringify(pathToFileURL(file).href);
  return `import { createRequire as __flue_createRequire } from 'node:module'; const require = __flue_createRequire(${from});`;
}

/**
 * Where bundles go until they are imported: the nearest `node_modules`, where a computed `import(packageName)`
 * finds packages and no watcher looks, else the folder for temporary files.
 */
function outputFolder(file: string): string {
  for (let here = dirname(file); here !== dirname(here); here = dirname(here)) {
    const modules = join(here, 'node_modules');
    if (statSync(modules, { throwIfNoEntry: false })?.isDirectory()) {
      return realpathSync(isWritable(modules) ? modules : tmpdir());
    }
  }
  return realpathSync(tmpdir());
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AgentHandler } from '@flue/sdk';
import { agentLoadError } from './agent-load-error.js';
import type { AgentBundle } from './bundle-agent.js';

/**
 * Run a bundled agent's modules and give its default export. Stack traces then show the agent's own files.
 * @throws {AgentLoadError} it throws, or its default export is not a function
 */
export async function importAgent(bundle: AgentBundle): Promise<AgentHandler> {
  const exports = await importBundle(bundle);
  const handler = exports.default;
  if (typeof handler === 'function') return handler as AgentHandler;
  const file = relative('', bundle.file);
  const fault = !('default' in exports) ? 'has no default export' : `exports ${nameOf(handler)} as default`;
  throw await agentLoadError(`${file} ${fault}; an agent's default export is a function.`, {
    hint: 'Add to it: export default async function ({ init, payload }) { ... }',
  });
}

/** Run a bundle's modules once and give what the first of them exports. @throws {AgentLoadError} it throws */
export async function importBundle(bundle: AgentBundle): Promise<Record<string, unknown>> {
  const { path, code } = bundle;
  const remove = () => rmSync(dirname(path), { recursive: true, force: true });
  process.once('exit', remove);
  mkdirSync(dirname(path));
  writeFileSync(path, code);
  process.setSourceMapsEnabled(true);
  try {
    return await import(pathToFileURL(path).href);
  } catch (cause) {
    throw await agentLoadError(`${relative('', bundle.file)} failed while it was loaded.`, {
      cause: withPackageNames(bundle, cause),
    });
  } finally {
    remove();
    process.off('exit', remove);
  }
}

/** Node names a package by URL when it lacks an export; the author knows it by what the import says. */
function withPackageNames({ packages }: AgentBundle, error: unknown): unknown {
  if (!(error instanceof SyntaxError)) return error;
  for (const [url, { specifier, importer }] of packages) {
    if (!error.message.includes(`'${url}'`)) continue;
    const message = error.message.replaceAll(`'${url}'`, `"${specifier}"`);
    return new SyntaxError(`${relative('', importer)}: ${message}`);
  }
  return error;
}

function nameOf(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

import type { Plugin } from './plugin.js';

const NAMESPACE = 'common-js-names';

/**
 * Keeps `const { name } = await import('a-common-js-file')` working. esbuild gives such a file to a dynamic import
 * as its default only; with a module between them the names are there, as they are in Node.
 */
export function commonJsNames(files: Readonly<Record<string, readonly string[]>>): Plugin {
  return {
    name: NAMESPACE,
    setup(build) {
      build.onResolve({ filter: /./ }, ({ path, kind, resolveDir }) =>
        kind === 'dynamic-import' && Object.hasOwn(files, path)
          ? { path, namespace: NAMESPACE, pluginData: resolveDir }
          : undefined,
      );
      build.onLoad({ filter: /./, namespace: NAMESPACE }, ({ path, pluginData }) => ({
        contents: `export { ${files[path]?.join(', ')} } from '${path}';`,
        resolveDir: pluginData,
      }));
    },
  };
}

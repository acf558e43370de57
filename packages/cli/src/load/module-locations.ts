import { readFile } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Loader, Plugin } from 'esbuild';

/** What a module may ask about its own place, and the constant that answers in the bundle. */
const QUESTIONS: Readonly<Record<string, string>> = {
  'import.meta': '__flue_meta',
  __filename: '__flue_meta.filename',
  __dirname: '__flue_meta.dirname',
};
const ASKS = /import\.meta|__filename|__dirname/;
const START = 'const __flue_meta=';
const END = '/*flue*/';

/** Stands before the bundle, where `import.meta` is the bundle's own: packages are found from there. */
export const RESOLVE_FOR_MODULES =
  'const __flue_resolve = (url, to) => /^[./]/.test(to) ? new URL(to, url).href : import.meta.resolve(to);';

/** Lets each bundled module keep its own `import.meta`, `__filename` and `__dirname`. */
export function moduleLocations(): Plugin {
  return {
    name: 'flue-module-locations',
    setup(build) {
      build.initialOptions.define = { ...build.initialOptions.define, ...QUESTIONS };
      build.onLoad({ filter: /\.[cm]?[jt]sx?$/ }, async ({ path }) => {
        const source = await readFile(path, 'utf8');
        if (!ASKS.test(source)) return undefined;
        return { contents: prefix(path) + source.replace(/^#!.*/, ''), loader: loaderOf(path) };
      });
    },
  };
}

/** On the first line, so that the lines below keep their numbers. */
function prefix(path: string): string {
  const url = pathToFileURL(path).href;
  const place = JSON.stringify({ url, filename: path, dirname: dirname(path) }).slice(0, -1);
  return `${START}${place},"resolve":(to)=>__flue_resolve(${JSON.stringify(url)},to)};${END}`;
}

function loaderOf(path: string): Loader {
  return extname(path).replace(/^\.[cm]?/, '') as Loader;
}

interface Column {
  lineText: string;
  /** Bytes from 0, as esbuild counts. */
  column: number;
}

/** A position in a message without what the first line of a module was given. */
export function withoutPrefix({ lineText, column }: Column): Column {
  if (!lineText.startsWith(START)) return { lineText, column };
  const end = lineText.indexOf(END) + END.length;
  return { lineText: lineText.slice(end), column: column - Buffer.byteLength(lineText.slice(0, end)) };
}

import { ToolError } from '../../errors/tool-error.js';
import { expandBraces } from './expand-braces.js';
import { isGlobstar, pathPatternSource } from './path-pattern-source.js';

/** A glob over relative paths of files. */
export interface PathGlob {
  test(path: string): boolean;
  /** How many components a matching path has at most; undefined with `**`. */
  readonly maxDepth: number | undefined;
}

/**
 * Compile a glob for the linear-time engine: `*`, `?`, `[...]`, `{a,b}`, `\`, and `**` as a whole component. Letter
 * case counts, and hidden names are like any other. A pattern that ends in `/` means everything below.
 * @param options.anywhere alternatives without a slash match the last component, at any depth
 * @throws {ToolError}
 */
export async function compileGlob(pattern: string, options: { anywhere: boolean }): Promise<PathGlob> {
  if (pattern.startsWith('!')) throw exclusion(pattern);
  const alternatives = expandBraces(pattern).map((alternative) => normalise(alternative, options.anywhere));
  if (alternatives.some((alternative) => alternative.includes('..'))) throw upwards(pattern);
  const { RE2JS } = await import('re2js');
  const sources = alternatives
    .map((components) => pathPatternSource(components.join('/'), 'lenient'))
    .filter((source) => source !== undefined);
  const engine = RE2JS.compile(sources.map((source) => `(?:${source})`).join('|') || '[^\\x{0}-\\x{10ffff}]');
  const deep = alternatives.some((components) => components.some(isGlobstar));
  return {
    test: (path) => engine.testExact(path),
    maxDepth: deep ? undefined : Math.max(...alternatives.map(({ length }) => length)),
  };
}

function normalise(alternative: string, anywhere: boolean): string[] {
  const components = alternative.split('/').filter((component) => component !== '' && component !== '.');
  if (alternative.endsWith('/')) components.push('**');
  else if (anywhere && !alternative.includes('/')) components.unshift('**');
  return components;
}

function exclusion(pattern: string): ToolError {
  return new ToolError(
    `"${pattern}" is not understood: a glob says what to find, it cannot exclude with "!".`,
    {
      hint: 'For a name that begins with "!", write "\\!".',
    },
  );
}

function upwards(pattern: string): ToolError {
  return new ToolError(`"${pattern}" is not understood: ".." can only come before the first wildcard.`, {
    hint: 'Give the directory to search as path.',
  });
}

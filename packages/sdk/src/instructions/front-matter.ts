import { parse } from 'yaml';
import { errorText } from '../errors/error-text.js';

/** A Markdown file with YAML between two lines of `---` at its top. */
export interface FrontMatter {
  /** Empty where the file has none. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** @throws {SyntaxError} the front matter is not YAML, or not a mapping */
export function readFrontMatter(file: string): FrontMatter {
  const text = file.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
  const match = /^---[ \t]*\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\n|$)/.exec(text);
  if (!match) return { data: {}, body: text };
  const data = parseYaml(match[1] ?? '');
  if (typeof data !== 'object' || data === null || Array.isArray(data)) {
    throw new SyntaxError('The front matter is not a list of "key: value" lines.');
  }
  return { data: data as Record<string, unknown>, body: text.slice(match[0].length) };
}

function parseYaml(source: string): unknown {
  try {
    // Aliases can make a small text a huge value; front matter has no use for them.
    return parse(source, { maxAliasCount: 0 }) ?? {};
  } catch (error) {
    throw new SyntaxError(`The front matter is not YAML: ${errorText(error).split('\n')[0]}`);
  }
}

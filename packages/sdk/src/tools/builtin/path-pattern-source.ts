import { bracketSource } from './bracket-source.js';

/** `strict`: as git reads it. `lenient`: `[id]` also matches itself, since folders are named so. */
export type Brackets = 'strict' | 'lenient';

const ANY_CHARACTERS = '[^/]*';
const ANY_DIRECTORIES = '(?:[^/]+/)*';
const ANYTHING_BELOW = '[^/]+(?:/[^/]+)*';

/**
 * A path pattern (`*`, `?`, `[...]`, `\`, and `**` as a whole component) as source for the linear-time engine, which
 * is to match a whole relative path. Names that begin with a dot are like any other.
 * @returns undefined for a pattern that can match nothing
 */
export function pathPatternSource(pattern: string, brackets: Brackets): string | undefined {
  const components = pattern.split('/');
  const sources: string[] = [];
  for (const [index, component] of components.entries()) {
    const last = index === components.length - 1;
    if (isGlobstar(component)) {
      sources.push(last ? ANYTHING_BELOW : ANY_DIRECTORIES);
      continue;
    }
    const source = componentSource(component, brackets);
    if (source === undefined) return undefined;
    sources.push(last ? source : `${source}/`);
  }
  return sources.join('');
}

/** True for a component that stands for any number of directories. More stars than two mean the same, as in git. */
export function isGlobstar(component: string): boolean {
  return /^\*{2,}$/.test(component);
}

function componentSource(component: string, brackets: Brackets): string | undefined {
  let source = '';
  for (let at = 0; at < component.length; ) {
    const char = String.fromCodePoint(component.codePointAt(at) ?? 0);
    const bracket = char === '[' ? bracketSource(component, at) : undefined;
    if (char === '[' && brackets === 'strict' && bracket === undefined) return undefined;
    if (bracket) {
      const literal = escapeSource(component.slice(at, bracket.end));
      source += brackets === 'strict' ? bracket.source : `(?:${bracket.source}|${literal})`;
      at = bracket.end;
    } else if (char === '\\') {
      const escaped = component.codePointAt(at + 1);
      if (escaped === undefined) return undefined;
      source += escapeSource(String.fromCodePoint(escaped));
      at += 1 + String.fromCodePoint(escaped).length;
    } else {
      // A run of stars is one: side by side they would only repeat its work.
      if (char !== '*') source += char === '?' ? '[^/]' : escapeSource(char);
      else if (!source.endsWith(ANY_CHARACTERS)) source += ANY_CHARACTERS;
      at += char.length;
    }
  }
  return source;
}

function escapeSource(text: string): string {
  return text.replace(/[\\.+*?()|[\]{}^$]/g, '\\$&');
}

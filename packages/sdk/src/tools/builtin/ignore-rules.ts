import { pathPatternSource } from './path-pattern-source.js';

/** The rules of one directory's ignore files. */
export interface IgnoreRules {
  /**
   * Whether an entry is ignored; undefined when no rule speaks of it.
   * @param path relative to the rules' directory; nothing above the entry is ignored
   */
  judge(path: string, isDirectory: boolean): boolean | undefined;
}

interface Rule {
  source: string;
  negated: boolean;
  directoriesOnly: boolean;
}

/** Compile text in the format of `.gitignore`, for the linear-time engine: a repository is not trusted. */
export async function compileIgnoreRules(text: string): Promise<IgnoreRules | undefined> {
  const rules = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(readRule)
    .filter((rule) => rule !== undefined);
  if (rules.length === 0) return undefined;
  const { RE2JS } = await import('re2js');
  // Most paths match no rule at all: one test of all of them tells.
  const any = RE2JS.compile(rules.map(({ source }) => `(?:${source})`).join('|'));
  const last = rules
    .toReversed()
    .map((rule) => ({ ...rule, engine: lazily(() => RE2JS.compile(rule.source)) }));
  return {
    judge(path, isDirectory) {
      if (!any.testExact(path)) return undefined;
      const rule = last.find(
        (rule) => (isDirectory || !rule.directoriesOnly) && rule.engine().testExact(path),
      );
      return rule && !rule.negated;
    },
  };
}

function readRule(line: string): Rule | undefined {
  if (line.startsWith('#')) return undefined;
  const trimmed = withoutTrailingSpaces(line);
  const negated = trimmed.startsWith('!');
  const whole = negated ? trimmed.slice(1) : trimmed;
  const directoriesOnly = whole.endsWith('/');
  const pattern = directoriesOnly ? whole.slice(0, -1) : whole;
  if (pattern === '') return undefined;
  const anchored = pattern.includes('/');
  const source = pathPatternSource(anchored ? pattern.replace(/^\//, '') : `**/${pattern}`, 'strict');
  return source === undefined ? undefined : { source, negated, directoriesOnly };
}

/** A space that a backslash precedes stays. */
function withoutTrailingSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' && !isEscaped(line, end - 1)) end--;
  return line.slice(0, end);
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === '\\') slashes++;
  return slashes % 2 === 1;
}

function lazily<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

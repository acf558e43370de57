import type { JsonSchema } from '../../ports/tool.js';

/** What Ajv asks of an engine for `pattern` and `patternProperties`. */
export interface PatternEngine {
  (pattern: string, flags: string): Pattern;
  /** Names the function in generated code. */
  code: string;
}

export interface Pattern {
  test(text: string): boolean;
  /** Tells patterns apart. */
  toString(): string;
}

/**
 * Patterns that take time linear in the text, whatever they are: schemas come from strangers' servers, texts
 * from a model. Loaded only for a schema that has patterns.
 */
export async function patternEngine(schema: JsonSchema, lenient: boolean): Promise<PatternEngine> {
  if (!JSON.stringify(schema).includes('"pattern')) return named(acceptAll);
  const { RE2JS } = await import('re2js');
  return named((pattern) => {
    try {
      const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern), RE2JS.LOOKBEHINDS);
      return { test: (text) => compiled.test(text), toString: () => pattern };
    } catch (error) {
      if (lenient) return acceptAll(pattern);
      throw error;
    }
  });
}

/** RE2's bound on counted repetition. */
const MAX_REPEAT = 1000;

/**
 * Why a pattern cannot be used, or undefined: not a regular expression, or one with the constructs that no
 * linear-time engine has. Loads nothing.
 */
export function patternFault(pattern: string): string | undefined {
  try {
    new RegExp(pattern);
  } catch {
    return 'is not a regular expression';
  }
  const bare = pattern.replace(/\\[^1-9k]/gs, '').replace(/\[(?:\\.|[^\]\\])*\]/gs, '');
  if (/\(\?[=!]/.test(bare))
    return 'looks ahead with "(?=" or "(?!", which takes unbounded time; say it without';
  if (/\\(?:[1-9]|k<)/.test(bare))
    return 'refers back to a group, which takes unbounded time; say it without';
  for (const [, ...counts] of bare.matchAll(/\{(\d+)(?:,(\d*))?\}/g)) {
    if (counts.some((count) => Number(count ?? 0) > MAX_REPEAT)) {
      return `repeats more than ${MAX_REPEAT} times; use minLength and maxLength`;
    }
  }
  return undefined;
}

function acceptAll(pattern: string): Pattern {
  return { test: () => true, toString: () => pattern };
}

function named(engine: (pattern: string) => Pattern): PatternEngine {
  return Object.assign((pattern: string) => engine(pattern), { code: 'linearPattern' });
}

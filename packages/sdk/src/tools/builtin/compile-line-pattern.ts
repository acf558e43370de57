import { errorText } from '../../errors/error-text.js';
import { ToolError } from '../../errors/tool-error.js';

/** A regular expression over single lines. */
export interface LinePattern {
  /** False only when no line of the text matches; a quick look at many lines at once. */
  mayMatch(lines: string): boolean;
  /** Where the first match in a line begins; undefined without one. */
  find(line: string): number | undefined;
}

/** Anchors of a whole text, and flags switched off: then many lines at once say nothing about each. */
const WHOLE_TEXT = /\\[AzZ]|\(\?[a-zA-Z]*-/;

/**
 * Compile for the linear-time engine (RE2 syntax: no lookaround, no backreferences).
 * @throws {ToolError} with the engine's message
 */
export async function compileLinePattern(pattern: string): Promise<LinePattern> {
  const { RE2JS } = await import('re2js');
  try {
    const engine = RE2JS.compile(pattern, RE2JS.MULTILINE);
    const alike = !WHOLE_TEXT.test(pattern);
    return {
      mayMatch: (lines) => !alike || engine.test(lines),
      find(line) {
        if (!engine.test(line)) return undefined;
        const matcher = engine.matcher(line);
        return matcher.find() ? matcher.start() : undefined;
      },
    };
  } catch (error) {
    throw new ToolError(`The pattern is no valid regular expression: ${errorText(error)}.`, {
      hint: 'The syntax is RE2: no lookaround, no backreferences. Escape ( ) [ ] { } . * + ? | ^ $ \\ to find them as they are.',
      cause: error,
    });
  }
}

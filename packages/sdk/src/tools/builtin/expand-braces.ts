import { ToolError } from '../../errors/tool-error.js';

const MAX_ALTERNATIVES = 256;

/**
 * `a{b,c}d` as `abd` and `acd`, nested ones too. Braces that hold no comma stand for themselves, as in a shell.
 * @throws {ToolError} too many alternatives
 */
export function expandBraces(pattern: string): string[] {
  const expanded: string[] = [];
  expandInto(expanded, pattern, 0, pattern);
  return expanded;
}

function expandInto(expanded: string[], pattern: string, from: number, given: string): void {
  const group = findGroup(pattern, from);
  if (group) {
    const before = pattern.slice(0, group.open);
    for (const choice of group.choices) {
      expandInto(expanded, `${before}${choice}${pattern.slice(group.close + 1)}`, group.open, given);
    }
    return;
  }
  expanded.push(pattern);
  if (expanded.length > MAX_ALTERNATIVES) {
    throw new ToolError(`The braces of "${given}" stand for more than ${MAX_ALTERNATIVES} patterns.`, {
      hint: 'Use * instead, or search several times.',
    });
  }
}

interface Group {
  open: number;
  close: number;
  choices: string[];
}

function findGroup(pattern: string, from: number): Group | undefined {
  for (let at = from; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === '{') {
      const group = readGroup(pattern, at);
      if (group) return group;
    }
  }
  return undefined;
}

/** The group that opens at `open`, if it is closed and has a comma of its own. */
function readGroup(pattern: string, open: number): Group | undefined {
  const choices: string[] = [];
  let start = open + 1;
  let depth = 0;
  for (let at = start; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at++;
    else if (char === '{') depth++;
    else if (char === '}' && depth > 0) depth--;
    else if (depth === 0 && (char === ',' || char === '}')) {
      choices.push(pattern.slice(start, at));
      start = at + 1;
      if (char === '}') return choices.length > 1 ? { open, close: at, choices } : undefined;
    }
  }
  return undefined;
}

/** Ends of the ranges of each POSIX class, in pairs; ASCII only, as in git. */
const POSIX_CLASSES = new Map([
  ['alnum', '09AZaz'],
  ['alpha', 'AZaz'],
  ['blank', '  \t\t'],
  ['cntrl', '\x00\x1f\x7f\x7f'],
  ['digit', '09'],
  ['graph', '!~'],
  ['lower', 'az'],
  ['print', ' ~'],
  ['punct', '!/:@[`{~'],
  ['space', '  \t\n\r\r'],
  ['upper', 'AZ'],
  ['xdigit', '09AFaf'],
]);

const SLASH = 0x2f;

/**
 * The bracket expression of a path pattern that opens at `open`, as a class for the linear-time engine. It never
 * matches a slash.
 * @returns undefined when it is not closed or names an unknown class
 */
export function bracketSource(pattern: string, open: number): { source: string; end: number } | undefined {
  let at = open + 1;
  const negated = pattern[at] === '!' || pattern[at] === '^';
  if (negated) at++;
  let members = '';
  // A "]" that comes first is a member.
  for (let first = true; first || pattern[at] !== ']'; first = false) {
    if (at >= pattern.length) return undefined;
    const named = /^\[:([^\]]*):\]/.exec(pattern.slice(at, at + 12));
    if (named) {
      const ranges = POSIX_CLASSES.get(named[1] ?? '');
      if (ranges === undefined) return undefined;
      members += rangesOf(ranges);
      at += named[0].length;
      continue;
    }
    const low = memberAt(pattern, at);
    if (low === undefined) return undefined;
    at = low.end;
    const high = pattern[at] === '-' && pattern[at + 1] !== ']' ? memberAt(pattern, at + 1) : undefined;
    // A range that runs backwards has no more than its start, as in git.
    members += range(low.point, Math.max(low.point, high?.point ?? low.point));
    at = high?.end ?? at;
  }
  return { source: classOf(members, negated), end: at + 1 };
}

function classOf(members: string, negated: boolean): string {
  if (negated) return `[^/${members}]`;
  // Only a slash was in it: there is no such character.
  return members === '' ? '[^\\x{0}-\\x{10ffff}]' : `[${members}]`;
}

function memberAt(pattern: string, at: number): { point: number; end: number } | undefined {
  const start = pattern[at] === '\\' ? at + 1 : at;
  const point = pattern.codePointAt(start);
  return point === undefined ? undefined : { point, end: start + (point > 0xffff ? 2 : 1) };
}

function rangesOf(ends: string): string {
  let source = '';
  for (let at = 0; at < ends.length; at += 2) source += range(ends.charCodeAt(at), ends.charCodeAt(at + 1));
  return source;
}

/** The range without the slash. */
function range(low: number, high: number): string {
  if (low > SLASH || high < SLASH) return `${point(low)}-${point(high)}`;
  const below = low < SLASH ? range(low, SLASH - 1) : '';
  return high > SLASH ? `${below}${range(SLASH + 1, high)}` : below;
}

function point(code: number): string {
  return `\\x{${code.toString(16)}}`;
}

/** Where a text stops being JSON. */
export interface JsonFault {
  /** In UTF-16 units from 0; the text's length where it ends too early. */
  readonly offset: number;
  /** For example `a value`. */
  readonly expected: string;
}

const SPACE = /[ \t\n\r]*/y;
const SCALAR = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings may not hold them
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The first fault of a text, or undefined if it is JSON. `JSON.parse` of Node 20 does not always say where. */
export function findJsonFault(text: string): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let at = 0;
  let fault: JsonFault | undefined;

  space();
  let ok = value();
  while (ok && open.length > 0) ok = next();
  if (fault) return fault;
  return at === text.length ? undefined : { offset: at, expected: 'the end' };

  /** A scalar, an empty container, or the start of a container up to its first value. */
  function value(): boolean {
    for (;;) {
      if (take('[')) {
        space();
        if (take(']')) return space();
        open.push('[');
      } else if (take('{')) {
        space();
        if (take('}')) return space();
        open.push('{');
        if (!key('a name in double quotes, or "}"')) return false;
      } else {
        return (text[at] === '"' ? string() : skip(SCALAR) || miss('a value')) && space();
      }
    }
  }

  function next(): boolean {
    const inObject = open.at(-1) === '{';
    const end = inObject ? '}' : ']';
    if (take(end)) {
      open.pop();
      return space();
    }
    if (!take(',')) return miss(`"," or "${end}"`);
    space();
    return (!inObject || key('a name in double quotes')) && value();
  }

  function key(expected: string): boolean {
    if (text[at] !== '"') return miss(expected);
    return string() && space() && (take(':') || miss('":"')) && space();
  }

  function string(): boolean {
    at += 1;
    do skip(PLAIN);
    while (skip(ESCAPE));
    return take('"') || miss(at < text.length ? 'a character that JSON allows here' : 'a closing quote');
  }

  function space(): true {
    skip(SPACE);
    return true;
  }

  function skip(pattern: RegExp): boolean {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  }

  function take(mark: string): boolean {
    if (text[at] !== mark) return false;
    at += 1;
    return true;
  }

  function miss(expected: string): false {
    fault = { offset: at, expected };
    return false;
  }
}

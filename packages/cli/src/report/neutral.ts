/** Controls (C0 but newline and tab, DEL, C1) and the marks that change the direction of text. */
const ACTIVE = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text of a model, a tool or an error as it may go to a terminal: it moves no cursor, sets no colour or title and
 * reorders nothing. Each such character is shown instead; lines stay.
 */
export function neutral(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(ACTIVE, show);
}

function show(character: string): string {
  if (character === '\n' || character === '\t') return character;
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  return code === 0x7f ? '\u2421' : `\\u${hex(character)}`;
}

/** The same for JSON, whose value stays as it is: what `JSON.stringify` leaves raw is escaped. */
export function neutralJson(json: string): string {
  return json.replace(ACTIVE, (character) => (character < ' ' ? character : `\\u${hex(character)}`));
}

function hex(character: string): string {
  return character.codePointAt(0)!.toString(16).padStart(4, '0');
}

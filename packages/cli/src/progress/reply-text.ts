/** The text of the replies that are being streamed, by the session they are for. */
export interface ReplyText {
  /** More text. Returns the lines that are complete and may be shown. */
  add(session: string, text: string): string[];
  /** The reply is whole. Returns the lines of it that were not shown yet. */
  end(session: string): string[];
  /** The line that is being written, of the one reply that is shown as it comes. */
  readonly current: { readonly session: string; readonly line: string } | undefined;
}

/**
 * Replies line by line. With `width`, one reply at a time is shown as it comes, its lines broken at that width so
 * that they can be shown early; without it, and for replies that run beside it, the text comes at its end.
 */
export function createReplyText(width?: () => number): ReplyText {
  const pending = new Map<string, string>();
  let shown: string | undefined;

  return {
    add(session, text) {
      let rest = (pending.get(session) ?? '') + text;
      const lines: string[] = [];
      if (width) shown ??= session;
      if (width && shown === session) {
        const split = splitLines(rest, width());
        lines.push(...split.lines);
        rest = split.rest;
      }
      pending.set(session, rest);
      return lines;
    },
    end(session) {
      const rest = (pending.get(session) ?? '').trimEnd();
      pending.delete(session);
      if (shown === session) shown = undefined;
      return rest === '' ? [] : rest.split('\n');
    },
    get current() {
      return shown === undefined ? undefined : { session: shown, line: pending.get(shown) ?? '' };
    },
  };
}

function splitLines(text: string, width: number): { lines: string[]; rest: string } {
  const whole = text.split('\n');
  const last = whole.pop()!;
  const lines = whole.flatMap((line) => {
    const { lines: broken, rest } = breakLine(line, width);
    return [...broken, rest];
  });
  const { lines: broken, rest } = breakLine(last, width);
  return { lines: [...lines, ...broken], rest };
}

/** Break at the last space that fits, else in mid-word. */
function breakLine(line: string, width: number): { lines: string[]; rest: string } {
  const lines: string[] = [];
  let rest = line;
  for (let fits = fitting(rest, width); fits < rest.length; fits = fitting(rest, width)) {
    const space = rest.lastIndexOf(' ', fits);
    const cut = space > 0 ? space : fits;
    lines.push(rest.slice(0, cut));
    rest = rest.slice(space > 0 ? cut + 1 : cut);
  }
  return { lines, rest };
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\uff01-\uff60]/u;

/** How many UTF-16 units of a line fit; at least one character. Widths of rare scripts are a guess. */
function fitting(line: string, width: number): number {
  let used = 0;
  let units = 0;
  for (const character of line) {
    used += WIDE.test(character) ? 2 : 1;
    if (used > width && units > 0) return units;
    units += character.length;
  }
  return units;
}

import type { Output } from '../output/streams.js';

const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
/** Without wrapping, a line that is too long is cut by the terminal, so that one line is always one row. */
const WRAP_OFF = '\x1b[?7l';
const WRAP_ON = '\x1b[?7h';
const CLEAR_BELOW = '\x1b[J';

/** The last rows of a terminal, which are drawn again and again under what stays. */
export interface LiveArea {
  /** Replace what the area shows; no lines: nothing. */
  draw(lines: readonly string[]): void;
  /** Add lines that stay, above the area, and replace what it shows. */
  add(lines: readonly string[], area: readonly string[]): void;
  /** Let `pass` write something that is not ours. While it leaves its line open, the area shows nothing. */
  passing(pass: () => boolean, endsLine: boolean): boolean;
  /** Show nothing any more, give the cursor back and end a line that was left open. */
  close(): void;
}

export function createLiveArea(output: Output): LiveArea {
  let rows = 0;
  let lineIsOpen = false;
  let cursorIsHidden = false;

  const erase = () => {
    const text = rows === 0 ? '' : `\r${rows > 1 ? `\x1b[${rows - 1}A` : ''}${CLEAR_BELOW}`;
    rows = 0;
    return text;
  };
  const show = (lines: readonly string[]) => {
    if (lines.length === 0 || lineIsOpen) return '';
    rows = lines.length;
    const hide = cursorIsHidden ? '' : HIDE_CURSOR;
    cursorIsHidden = true;
    return `${hide}${WRAP_OFF}${lines.join('\n')}${WRAP_ON}`;
  };
  const write = (text: string) => {
    if (text !== '') output.write(text);
  };

  return {
    draw(lines) {
      write(erase() + show(lines));
    },
    add(lines, area) {
      const before = erase() + (lineIsOpen ? '\n' : '');
      lineIsOpen = false;
      write(before + lines.map((line) => `${line}\n`).join('') + show(area));
    },
    passing(pass, endsLine) {
      write(erase());
      lineIsOpen = !endsLine;
      return pass();
    },
    close() {
      write(erase() + (cursorIsHidden ? SHOW_CURSOR : '') + (lineIsOpen ? '\n' : ''));
      cursorIsHidden = false;
      lineIsOpen = false;
    },
  };
}

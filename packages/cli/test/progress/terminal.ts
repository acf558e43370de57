import xterm from '@xterm/headless';
import type { Output } from '../../src/output/streams.js';

export interface FakeTerminal extends Output {
  /** The rows as a person sees them, without trailing blanks. */
  screen(): Promise<string[]>;
  /** Everything that was written. */
  readonly written: string;
}

/** A real terminal's behaviour without a screen. */
export function fakeTerminal(columns = 40, rows = 24): FakeTerminal {
  const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, convertEol: true });
  let written = '';
  return {
    isTTY: true,
    columns,
    write: ((text: string) => {
      written += text;
      terminal.write(text);
      return true;
    }) as Output['write'],
    async screen() {
      await new Promise<void>((resolve) => terminal.write('', resolve));
      const { active } = terminal.buffer;
      const lines = Array.from({ length: active.length }, (_, row) =>
        active.getLine(row)!.translateToString(true),
      );
      while (lines.at(-1) === '') lines.pop();
      return lines;
    },
    get written() {
      return written;
    },
  };
}

import type { PrintListener } from '../output/claim-output.js';
import type { Output } from '../output/streams.js';

/** Writes whole lines; after a print of the agent's that left its line open, a new one is begun first. */
export interface LineWriter {
  line(text: string): void;
  readonly print: PrintListener;
  /** End a line that was left open. */
  end(): void;
}

export function createLineWriter(output: Output): LineWriter {
  let lineIsOpen = false;
  return {
    line(text) {
      output.write(`${lineIsOpen ? '\n' : ''}${text}\n`);
      lineIsOpen = false;
    },
    print(pass, endsLine) {
      lineIsOpen = !endsLine;
      return pass();
    },
    end() {
      if (lineIsOpen) output.write('\n');
      lineIsOpen = false;
    },
  };
}

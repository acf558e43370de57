import type { Region } from './find-text.js';

const LF = 0x0a;

/** The line that each region starts in, from 1. Regions are in order. */
export function lineNumbers(bytes: Buffer, regions: readonly Region[]): number[] {
  let line = 1;
  let counted = 0;
  return regions.map(({ start }) => {
    for (;;) {
      const newline = bytes.indexOf(LF, counted);
      if (newline === -1 || newline >= start) return line;
      line++;
      counted = newline + 1;
    }
  });
}

import type { Region } from './find-text.js';

const LF = 0x0a;

/** The line that each region starts in, from 1. Regions are in order. */
export function lineNumbers(bytes: Buffer, regions: readonly Region[]): number[] {
  let line = 1;
  let newline = bytes.indexOf(LF);
  return regions.map(({ start }) => {
    while (newline !== -1 && newline < start) {
      line++;
      newline = bytes.indexOf(LF, newline + 1);
    }
    return line;
  });
}

import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createHeadAndTail } from './local-head-and-tail.js';

/** Bytes of the beginning and of the end of a stream that are kept; what is between is dropped. */
const HEAD = 1024 * 1024;
const TAIL = 4 * 1024 * 1024;

/** Collects one stream in bounded memory. */
export interface CollectedOutput {
  /** What was kept so far, decoded as UTF-8. */
  text(): string;
  readonly truncated: boolean;
  /** `performance.now()` of the last piece. */
  readonly lastAt: number;
  /** Take no more. The stream flows on, so that who still writes to it is not stopped; Node does not wait for it. */
  stop(): void;
}

/** `onText`: gets the whole output as it arrives; characters are never split. */
export function collectOutput(stream: Readable, onText: (text: string) => void): CollectedOutput {
  const kept = createHeadAndTail(HEAD, TAIL);
  const decoder = new StringDecoder('utf8');
  let lastAt = performance.now();
  const take = (bytes: Buffer) => {
    lastAt = performance.now();
    kept.push(bytes);
    onText(decoder.write(bytes));
  };
  const flush = () => onText(decoder.end());
  // A pipe that breaks has ended; the exit code tells the rest.
  stream.on('data', take).once('end', flush).on('error', flush);
  return {
    text: kept.text,
    get truncated() {
      return kept.dropped > 0;
    },
    get lastAt() {
      return lastAt;
    },
    stop() {
      stream.off('data', take).off('end', flush);
      stream.resume();
      if (stream instanceof Socket) stream.unref();
    },
  };
}

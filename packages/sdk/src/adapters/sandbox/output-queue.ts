import type { ExecOutput } from '../../ports/sandbox.js';

/** Characters kept for a reader that is slow or never comes: a flood must not fill the memory. */
const MAX_BACKLOG = 4 * 1024 * 1024;

/** Output on its way to one reader, in order. */
export interface OutputQueue extends AsyncIterable<ExecOutput> {
  push(chunk: ExecOutput): void;
  end(): void;
}

/** A queue that drops its oldest chunks, and says so in their place, when the reader is too far behind. */
export function createOutputQueue(maxBacklog = MAX_BACKLOG): OutputQueue {
  const chunks: ExecOutput[] = [];
  let backlog = 0;
  let dropped = 0;
  let ended = false;
  let taken = false;
  let wake: (() => void) | undefined;

  const push = (chunk: ExecOutput) => {
    if (ended || chunk.text === '') return;
    chunks.push(chunk);
    backlog += chunk.text.length;
    while (backlog > maxBacklog && chunks.length > 1) {
      const { length } = chunks.shift()!.text;
      backlog -= length;
      dropped += length;
    }
    wake?.();
  };
  const end = () => {
    ended = true;
    wake?.();
  };
  return { push, end, [Symbol.asyncIterator]: () => read() };

  function read(): AsyncIterator<ExecOutput> {
    if (taken) throw new TypeError('The output of a command has one reader; it was already taken.');
    taken = true;
    return drain();
  }

  async function* drain(): AsyncGenerator<ExecOutput, undefined> {
    while (true) {
      if (dropped > 0) yield droppedNotice();
      const chunk = chunks.shift();
      if (chunk) {
        backlog -= chunk.text.length;
        yield chunk;
      } else if (ended) {
        return;
      } else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  }

  function droppedNotice(): ExecOutput {
    const text = `\n[${dropped} characters of output were dropped here: they were not read in time]\n`;
    dropped = 0;
    return { stream: 'stdout', text };
  }
}

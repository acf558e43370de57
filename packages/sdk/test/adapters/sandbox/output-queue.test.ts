import { describe, expect, it } from 'vitest';
import { createOutputQueue } from '../../../src/adapters/sandbox/output-queue.js';

describe('output on its way to a reader', () => {
  it('is bounded: the oldest is dropped when nobody reads, and the reader is told', async () => {
    const queue = createOutputQueue(10);
    for (const text of ['aaaa', 'bbbb', 'cccc', 'dddd']) queue.push({ stream: 'stdout', text });
    queue.end();
    const seen: string[] = [];
    for await (const { text } of queue) seen.push(text);

    expect(seen).toEqual([
      '\n[8 characters of output were dropped here: they were not read in time]\n',
      'cccc',
      'dddd',
    ]);
  });

  it('keeps a single chunk of any size, and leaves out empty ones', async () => {
    const queue = createOutputQueue(10);
    queue.push({ stream: 'stdout', text: 'x'.repeat(100) });
    queue.push({ stream: 'stdout', text: '' });
    queue.end();
    const seen: string[] = [];
    for await (const { text } of queue) seen.push(text);

    expect(seen).toEqual(['x'.repeat(100)]);
  });

  it('a reader that stops early can be left behind', async () => {
    const queue = createOutputQueue();
    queue.push({ stream: 'stdout', text: 'a' });
    for await (const { text } of queue) {
      expect(text).toBe('a');
      break;
    }
    queue.push({ stream: 'stdout', text: 'b' });
    queue.end();
  });
});

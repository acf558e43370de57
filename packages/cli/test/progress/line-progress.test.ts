import { describe, expect, it } from 'vitest';
import type { Output } from '../../src/output/streams.js';
import { createJsonProgress } from '../../src/progress/json-progress.js';
import { createPlainProgress } from '../../src/progress/plain-progress.js';
import { progressMode } from '../../src/progress/progress.js';
import { createColors } from '../../src/report/colors.js';
import { event, RUN, text, turn } from './events.js';

function pipe(): Output & { text: string } {
  const output = {
    isTTY: false,
    columns: 80,
    text: '',
    write: ((chunk: string) => {
      output.text += chunk;
      return true;
    }) as Output['write'],
  };
  return output;
}

describe('the plain view', () => {
  it('writes whole lines without escapes, text once when it is complete', () => {
    const stderr = pipe();
    const progress = createPlainProgress(stderr, createColors(false));
    for (const one of RUN.slice(0, 9)) progress.event(one);
    expect(stderr.text).not.toContain('I look');
    for (const one of RUN.slice(9)) progress.event(one);
    progress.end();
    expect(stderr.text.split('\n')).toHaveLength(16);
    expect(stderr.text).toContain('\n  I look first.\n\n  Then I answer.\n· turn ');
    expect(stderr.text).not.toContain('\x1b');
  });

  it('begins a new line after a print that left its line open', () => {
    const stderr = pipe();
    const progress = createPlainProgress(stderr, createColors(false));
    progress.print(() => stderr.write('dots..'), false);
    progress.event(event({ type: 'log', level: 'info', message: 'next' }));
    progress.print(() => stderr.write('open'), false);
    progress.end();
    progress.end();
    expect(stderr.text).toBe('dots..\n· next\nopen\n');
  });
});

describe('--json-events', () => {
  it('writes each event as one line of JSON with the same value', () => {
    const stderr = pipe();
    const progress = createJsonProgress(stderr);
    const events = [...RUN, text('two\nlines \x9b\u202e'), turn()];
    for (const one of events) progress.event(one);
    const lines = stderr.text.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(JSON.parse(JSON.stringify(events)));
    expect(stderr.text).not.toContain('\x9b');
  });
});

describe('progressMode', () => {
  it('is live only on a terminal that can move its cursor', () => {
    const terminal = { ...pipe(), isTTY: true };
    expect(progressMode(terminal, false, { TERM: 'xterm' })).toBe('live');
    expect(progressMode(terminal, false, { TERM: 'dumb' })).toBe('plain');
    expect(progressMode(pipe(), false, {})).toBe('plain');
    expect(progressMode(terminal, true, {})).toBe('json');
  });
});

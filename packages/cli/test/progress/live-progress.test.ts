import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLiveProgress } from '../../src/progress/live-progress.js';
import { createColors } from '../../src/report/colors.js';
import { event, RUN, text, toolEnd, toolStart, turn } from './events.js';
import { fakeTerminal } from './terminal.js';

let time = 0;
const open = (terminal = fakeTerminal()) => {
  const progress = createLiveProgress(terminal, createColors(false), () => time);
  const pass = (chunk: string) => progress.print(() => terminal.write(chunk), chunk.endsWith('\n'));
  const frame = (ms = 80) => {
    time += ms;
    vi.advanceTimersByTime(80);
  };
  return { terminal, progress, pass, frame };
};

beforeEach(() => {
  time = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the live view', () => {
  it('shows what goes on with a spinner and the time, and leaves only what is over', async () => {
    const { terminal, progress, frame } = open();
    progress.event(event({ type: 'operation_start', kind: 'prompt' }));
    frame();
    expect(await terminal.screen()).toEqual(['⠙ waiting for the model']);
    progress.event(event({ type: 'thinking_start' }));
    frame(2400);
    expect(await terminal.screen()).toEqual(['⠙ thinking · 2 s']);
    progress.event(turn());
    progress.event(toolStart('bash', { command: 'npm test' }));
    progress.event(event({ type: 'tool_update', toolCallId: 'c1', text: '12 passed' }));
    frame(3000);
    expect(await terminal.screen()).toEqual([expect.stringMatching(/^. bash npm test · 3 s · 12 passed$/)]);
    progress.event(toolEnd('bash'));
    frame();
    expect(await terminal.screen()).toEqual([
      '✓ bash npm test · 12 ms',
      expect.stringContaining('waiting for the model'),
    ]);
    progress.end();
    expect(await terminal.screen()).toEqual(['✓ bash npm test · 12 ms']);
  });

  it('streams text, broken at words, with the line in progress below', async () => {
    const { terminal, progress, frame } = open();
    progress.event(text('The quick brown fox jumps over the lazy dog and '));
    frame();
    expect(await terminal.screen()).toEqual(['  The quick brown fox jumps over the', '  lazy dog and ']);
    progress.event(text('rests.\nN'));
    frame();
    expect(await terminal.screen()).toEqual([
      '  The quick brown fox jumps over the',
      '  lazy dog and rests.',
      '  N',
    ]);
    progress.event(turn());
    progress.end();
    expect(await terminal.screen()).toEqual([
      '  The quick brown fox jumps over the',
      '  lazy dog and rests.',
      '  N',
    ]);
  });

  it('shows several tools at once and says how many more there are', async () => {
    const { terminal, progress, frame } = open();
    for (let n = 1; n <= 8; n += 1) progress.event(toolStart('read', { path: `file${n}` }, `c${n}`));
    frame();
    const screen = await terminal.screen();
    expect(screen).toHaveLength(7);
    expect(screen[5]).toContain('read file6');
    expect(screen[6]).toBe('  and 2 more');
    for (let n = 1; n <= 8; n += 1) progress.event(toolEnd('read', { toolCallId: `c${n}` }));
    progress.end();
    expect(await terminal.screen()).toHaveLength(8);
  });

  it('keeps a row a row, however long it is', async () => {
    const { terminal, progress, frame } = open(fakeTerminal(30));
    progress.event(toolStart('bash', { command: `echo ${'漢字'.repeat(60)}` }));
    progress.event(toolStart('bash', { command: 'x'.repeat(70) }, 'c2'));
    frame();
    frame();
    expect(await terminal.screen()).toHaveLength(2);
    progress.end();
    expect(await terminal.screen()).toEqual([]);
  });

  it('lets prints of the agent through without damage', async () => {
    const { terminal, progress, pass, frame } = open();
    progress.event(toolStart('bash', { command: 'sleep' }));
    frame();
    pass('whole line\n');
    frame();
    expect(await terminal.screen()).toEqual(['whole line', expect.stringContaining('bash sleep')]);
    pass('dots.');
    pass('.');
    frame();
    expect(await terminal.screen()).toEqual(['whole line', 'dots..']);
    progress.event(toolEnd('bash'));
    expect(await terminal.screen()).toEqual([
      'whole line',
      'dots..',
      '✓ bash sleep · 12 ms',
      expect.stringContaining('waiting for the model'),
    ]);
    pass('open');
    progress.end();
    terminal.write('next');
    expect((await terminal.screen()).slice(3)).toEqual(['open', 'next']);
  });

  it('hides the cursor only while it draws, and puts nothing on the screen after the end', async () => {
    const { terminal, progress, frame } = open(fakeTerminal(60));
    for (const one of RUN) {
      progress.event(one);
      frame();
    }
    progress.end();
    const { written } = terminal;
    frame();
    expect(terminal.written).toBe(written);
    expect(written.lastIndexOf('\x1b[?25h')).toBeGreaterThan(written.lastIndexOf('\x1b[?25l'));
    expect((await terminal.screen()).at(-2)).toContain('✓ done in 1 min 02 s');
  });

  it('S06: sends no escape of a model, a tool or its arguments to the terminal', async () => {
    const { terminal, progress, frame } = open();
    progress.event(toolStart('bash', { command: '\x1b]0;owned\x07 \x9b2J' }));
    progress.event(event({ type: 'tool_update', toolCallId: 'c1', text: '\x1b[2J' }));
    progress.event(text('\x1b[41mred'));
    frame();
    progress.end();
    for (const active of ['\x1b]0;', '\x9b', '\x1b[2J', '\x1b[41m', '\x07'])
      expect(terminal.written).not.toContain(active);
  });
});

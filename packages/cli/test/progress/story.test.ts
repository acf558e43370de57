import { describe, expect, it } from 'vitest';
import { createReplyText } from '../../src/progress/reply-text.js';
import { createStory } from '../../src/progress/story.js';
import { styleLine } from '../../src/progress/style-line.js';
import { createColors } from '../../src/report/colors.js';
import { event, RUN, text, toolEnd, toolStart, turn, usage } from './events.js';

function tellAll(events: readonly Parameters<ReturnType<typeof createStory>>[0][], turns = false): string[] {
  const tell = createStory({ replies: createReplyText(), turns });
  return events.flatMap(tell).map((line) => styleLine(line, createColors(false)));
}

describe('the story of a run', () => {
  it('tells each thing when it is over, tasks indented, totals at the end', () => {
    expect(tellAll(RUN, true)).toEqual([
      '· run run_1 · agent hello · id i1',
      '· starting {"who":"Ada"}',
      '  I look first.',
      '',
      '  Then I answer.',
      '· turn anthropic/claude · 1.2k in, 50 out · $0.0021 · 2.1 s',
      '▸ task look at',
      '    Two files.',
      '  · turn anthropic/claude · 10 in, 5 out · 2.1 s',
      '✓ task · 30 ms',
      '✗ bash npm test · timeout · gone · 5.0 s',
      '  Done.',
      '· turn anthropic/claude · 1.2k in, 50 out · $0.0021 · 2.1 s',
      '· prompt done · 2.5k tokens · $0.0042 · 1 min 01 s',
      '✓ done in 1 min 02 s · 3 turns · 2 tool calls · 2.5k tokens · $0.0042',
    ]);
  });

  it('indents tasks of tasks once more', () => {
    const lines = tellAll([
      event({ type: 'task_start', taskId: 't1', prompt: 'outer' }),
      event({ type: 'task_start', taskId: 't2', prompt: 'inner', session: 't1', parentSession: 'default' }),
      event({ type: 'log', level: 'warn', message: 'deep', session: 't2', parentSession: 't1' }),
    ]);
    expect(lines).toEqual(['▸ task outer', '  ▸ task inner', '    · warn: deep']);
  });

  it('names what tells a call from others, and why one failed', () => {
    const call = (name: string, args: unknown, end: Parameters<typeof toolEnd>[1] = {}) => [
      toolStart(name, args),
      toolEnd(name, end),
    ];
    const lines = tellAll([
      ...call('edit', { path: 'a.ts', oldText: 'x' }),
      ...call('calculator', { expression: '7*6' }),
      ...call('now', {}),
      ...call('weather', { city: 'x'.repeat(200) }),
      ...call('odd', null, { isError: true, outcome: 'threw', said: '\n  boom\nmore' }),
      ...call('nope', {}, { isError: true, outcome: 'unknown-tool', said: '' }),
      ...call('task', { prompt: 'p' }, { isError: true, outcome: 'invalid-input', said: 'cwd is no folder' }),
    ]);
    expect(lines.map((line) => line.replace(/x{20,}/, 'x…'))).toEqual([
      '✓ edit a.ts · 12 ms',
      '✓ calculator {"expression":"7*6"} · 12 ms',
      '✓ now · 12 ms',
      '✓ weather {"city":"x…… · 12 ms',
      '✗ odd · boom · 12 ms',
      '✗ nope · unknown-tool · 12 ms',
      '✗ task p · invalid-input · cwd is no folder · 12 ms',
    ]);
  });

  it('keeps calls of one id in two sessions apart', () => {
    const lines = tellAll([
      toolStart('read', { path: 'a' }),
      { ...toolStart('read', { path: 'b' }), session: 'other' },
      toolEnd('read'),
      { ...toolEnd('read'), session: 'other' },
    ]);
    expect(lines).toEqual(['✓ read a · 12 ms', '✓ read b · 12 ms']);
  });

  it('tells failures and aborts, with the text that was said before', () => {
    const error = { code: 'provider_failed', message: 'overloaded\nretry later' };
    const lines = tellAll([
      text('Half an ans'),
      event({ type: 'operation', kind: 'prompt', isError: true, error, durationMs: 5, session: 'review' }),
      event({ type: 'operation', kind: 'prompt', isError: true, error, durationMs: 5 }),
      event({ type: 'run_end', isError: true, durationMs: 7, error: { code: 'aborted', message: 'x' } }),
      event({ type: 'run_end', isError: true, durationMs: 7, error }),
    ]);
    expect(lines).toEqual([
      '✗ prompt in review failed · overloaded · 5 ms',
      '  Half an ans',
      '✗ prompt failed · overloaded · 5 ms',
      '✗ aborted after 7 ms',
      '✗ failed after 7 ms',
    ]);
  });

  it('S06: shows escapes of models and tools', () => {
    const lines = tellAll([
      text('a\x1b[2Jb'),
      turn({ usage: usage(0, 0) }),
      toolStart('bash', { command: 'printf "\x1b]0;x\x07"' }),
      toolEnd('bash\x1b', { isError: true, outcome: 'error', said: '\x9b31m' }),
    ]);
    expect(lines).toEqual(['  a␛[2Jb', '✗ bash printf "␛]0;x␇" · \\u009b31m · 12 ms']);
  });
});

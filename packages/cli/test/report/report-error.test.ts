import { AbortError, OptionError } from '@flue/sdk';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/command-error.js';
import { createColors, wantsColors } from '../../src/report/colors.js';
import { reportError } from '../../src/report/report-error.js';

/** Without the frames of this file. */
const stackless = (error: Error) => Object.assign(error, { stack: '' });

const report = (error: unknown, debug = false) => reportError(error, { colors: createColors(false), debug });

describe('reportError', () => {
  it('gives message and hint of an error that explains itself, and no stack', () => {
    const error = new OptionError('The model "x" is unknown.', { hint: 'Use provider/id.' });
    expect(report(error)).toBe('error: The model "x" is unknown.\nhint: Use provider/id.\n');
  });

  it('tells causes once each, and the hint that is nearest', () => {
    const root = new UsageError('no network', { hint: 'Plug it in.' });
    const cause = stackless(new Error('socket closed', { cause: root }));
    const error = new AbortError('Failed: socket closed', { cause });
    expect(report(error)).toBe('error: Failed: socket closed\n  caused by: no network\nhint: Plug it in.\n');
  });

  it('shows the frames of the project for an error of the agent', () => {
    const error = new TypeError('x is not a function');
    error.stack = [
      'TypeError: x is not a function',
      `    at inner (${process.cwd()}/.flue/lib/a.ts:3:9)`,
      `    at Object.then (${process.cwd()}/node_modules/zod/index.js:1:1)`,
      `    at async agent (file://${process.cwd()}/.flue/agents/x.ts:12:5)`,
      '    at node:internal/process/task_queues:95:5',
      '    at /elsewhere/cli/dist/bin.js:1:1',
    ].join('\n');
    expect(report(error)).toBe(
      'error: TypeError: x is not a function\n' +
        '    at inner (.flue/lib/a.ts:3:9)\n' +
        '    at async agent (.flue/agents/x.ts:12:5)\n',
    );
    expect(report(error, true)).toContain('node_modules/zod');
  });

  it('S06: neutralises what an error says', () => {
    expect(report(stackless(new Error('bad \x1b[2J')))).toBe('error: bad ␛[2J\n');
  });

  it.each([
    ['a string', 'a string'],
    [{ status: 500 }, 'something that is no Error was thrown: {"status":500}'],
    [undefined, 'something that is no Error was thrown: undefined'],
    [new Error(''), 'Error'],
    [
      new AggregateError([new Error('first')], 'all failed'),
      'AggregateError: all failed\n  caused by: first',
    ],
  ])('tells %s', (thrown, text) => {
    expect(report(thrown instanceof Error ? stackless(thrown) : thrown)).toBe(`error: ${text}\n`);
  });

  it('ends for a cause that is its own cause', () => {
    const error = new UsageError('round');
    Object.defineProperty(error, 'cause', { value: error });
    expect(report(error)).toBe('error: round\n');
  });
});

describe('wantsColors', () => {
  it('follows the terminal, NO_COLOR and FORCE_COLOR', () => {
    expect(wantsColors({ isTTY: true }, {})).toBe(true);
    expect(wantsColors({ isTTY: true }, { NO_COLOR: '1', FORCE_COLOR: '1' })).toBe(false);
    expect(wantsColors({ isTTY: true }, { TERM: 'dumb' })).toBe(false);
    expect(wantsColors({}, {})).toBe(false);
    expect(wantsColors({}, { FORCE_COLOR: '1' })).toBe(true);
  });
});

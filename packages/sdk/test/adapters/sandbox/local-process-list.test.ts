import { describe, expect, it } from 'vitest';
import { listProcesses, parsePs, parseStat } from '../../../src/adapters/sandbox/local-process-list.js';

describe('the process list', () => {
  it('holds this process', async () => {
    const found = (await listProcesses()).find(({ pid }) => pid === process.pid);
    expect(found).toMatchObject({ parent: process.ppid, started: expect.stringMatching(/./) });
  });

  it('reads a line of /proc/<pid>/stat whatever the name of the program', () => {
    const rest = '17 40 41 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 987654 1 2';
    expect(parseStat(`42 (a) R 1 (b c) S ${rest}`)).toEqual({
      pid: 42,
      parent: 17,
      group: 40,
      session: 41,
      started: '987654',
    });
    expect(parseStat(`42 (dead) Z ${rest}`)).toBeUndefined();
    expect(parseStat('')).toBeUndefined();
  });

  it('reads the output of ps', () => {
    const text =
      '    1     0     1 Ss   Mon Nov 30 10:00:00 2026\n  907     1   900 Z+   Mon Nov 30 10:00:01 2026\n';
    expect(parsePs(text)).toEqual([{ pid: 1, parent: 0, group: 1, started: 'Mon Nov 30 10:00:00 2026' }]);
  });
});

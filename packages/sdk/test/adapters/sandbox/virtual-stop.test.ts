import { afterEach, describe, expect, it } from 'vitest';
import { createVirtualSandbox, type VirtualLimits } from '../../../src/adapters/sandbox/virtual.js';

/** More than any of these commands would meet by itself. */
const WIDE: VirtualLimits = { maxCommands: 1e9, maxLoopIterations: 1e9 };

const ENDLESS: readonly string[] = [
  'while :; do :; done',
  'until false; do x=1; done',
  'for ((;;)); do ((i++)); done',
  'while true; do while true; do break; done; done',
  'f() { while :; do :; done; }; f',
  '{ while :; do :; done; }',
  '(while :; do :; done)',
  'x=$(while :; do :; done)',
  'while :; do :; done | cat',
  'bash -c "while :; do :; done"',
  'echo 1 | while read x; do while :; do :; done; done',
  'if true; then case x in x) while :; do :; done ;; esac; fi',
  'while :; do echo x > f; done',
  'f() { [ $1 -gt 40 ] && return; f $(($1 + 1)); f $(($1 + 1)); }; f 1',
  'sleep 60',
  'timeout 50 sleep 60',
  'while sleep 0.01; do :; done',
];

let ticks = 0;
let longest = 0;
let ticking: NodeJS.Timeout | undefined;

function watchEventLoop(): void {
  ticks = longest = 0;
  let last = performance.now();
  ticking = setInterval(() => {
    ticks++;
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 5);
}

afterEach(() => clearInterval(ticking));

describe('a command that does not end by itself', () => {
  it.each(ENDLESS)('times out with its output, while the event loop goes on (S02): %s', async (command) => {
    watchEventLoop();
    const started = performance.now();
    const sandbox = createVirtualSandbox({ limits: WIDE });
    const { stdout, stderr, exitCode } = await sandbox.exec(
      `echo partial; echo oops >&2; ${command}; echo no`,
      {
        timeout: 0.4,
      },
    );

    expect({ stdout, stderr, exitCode }).toEqual({ stdout: 'partial\n', stderr: 'oops\n', exitCode: 124 });
    expect(performance.now() - started).toBeLessThan(2000);
    expect(ticks).toBeGreaterThan(3);
  });

  it.each(ENDLESS)('is aborted within a second (B48): %s', async (command) => {
    const sandbox = createVirtualSandbox({ limits: WIDE });
    const controller = new AbortController();
    const handle = sandbox.exec(command, { signal: controller.signal });
    setTimeout(() => controller.abort('why'), 100);
    const started = performance.now();

    await expect(handle).rejects.toMatchObject({ name: 'AbortError', cause: 'why' });
    expect(performance.now() - started).toBeLessThan(1100);
  });

  it('leaves the sandbox as usable as before', async () => {
    const sandbox = createVirtualSandbox({ limits: WIDE });
    await sandbox.exec('echo kept > f; while :; do :; done', { timeout: 0.1 });

    expect((await sandbox.exec('cat f')).stdout).toBe('kept\n');
  });

  it('does not keep ten others, and a server of the process, from their turn (S02)', async () => {
    const sandboxes = Array.from({ length: 10 }, () => createVirtualSandbox({ limits: WIDE }));
    await sandboxes[0]?.exec('true');
    watchEventLoop();
    const results = await Promise.all(
      sandboxes.map((sandbox) => sandbox.exec('i=0; while :; do ((i++)); done', { timeout: 1 })),
    );

    expect(results.map(({ exitCode }) => exitCode)).toEqual(results.map(() => 124));
    expect(longest).toBeLessThan(300);
    expect(ticks).toBeGreaterThan(20);
  });

  it('ends also where it cannot be interrupted: awk, and loops in an eval', async () => {
    const sandbox = createVirtualSandbox({ limits: { ...WIDE, maxHold: 0.3 } });
    for (const command of [
      "awk 'BEGIN { for (i = 0; i < 1e6; i++) for (j = 0; j < 1e6; j++) x++ }'",
      "awk 'function f(n) { if (n == 0) return 0; return f(n-1) + f(n-1) } BEGIN { print f(60) }'",
      'eval "while :; do :; done"',
    ]) {
      const { stdout, stderr, exitCode } = await sandbox.exec(`echo before; ${command}; echo after`);
      expect({ stdout, exitCode }).toEqual({ stdout: 'before\n', exitCode: 126 });
      expect(stderr).toContain('limits.maxHold');
    }
    const inTime = await sandbox.exec(`echo before; eval "while :; do :; done"`, { timeout: 0.2 });
    expect(inTime).toMatchObject({ stdout: 'before\n', exitCode: 124 });
  });

  it('an abort that came meanwhile goes before the limit that ended it', async () => {
    const sandbox = createVirtualSandbox({ limits: { ...WIDE, maxHold: 0.3 } });
    await sandbox.exec('true');

    await expect(
      sandbox.exec('eval "while :; do :; done"', { signal: AbortSignal.timeout(100) }),
    ).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('a timeout cannot be longer than the limit of the sandbox', async () => {
    const sandbox = createVirtualSandbox({ limits: { timeout: 0.2 } });

    expect((await sandbox.exec('sleep 60', { timeout: 3600 })).exitCode).toBe(124);
    expect((await sandbox.exec('sleep 60')).exitCode).toBe(124);
  });
});

describe('a command that meets a limit', () => {
  it.each<[string, VirtualLimits, string]>([
    ['for i in {1..1000}; do :; done', { maxCommands: 500 }, 'limits.maxCommands'],
    ['while :; do :; done', { maxLoopIterations: 50 }, 'limits.maxLoopIterations'],
    ['f() { f; }; f', { maxCallDepth: 20 }, 'limits.maxCallDepth'],
    ['while :; do echo 0123456789; done', { maxOutputBytes: 1000 }, 'limits.maxOutputBytes'],
  ])('ends with exit code 126 and the name of the limit: %s', async (command, limits, name) => {
    const { stdout, stderr, exitCode } = await createVirtualSandbox({ limits }).exec(
      `echo first; ${command}`,
    );

    expect(stdout).toMatch(/^first\n/);
    expect(stderr).toContain(name);
    expect(exitCode).toBe(126);
    expect(stdout.length).toBeLessThan(1100);
  });

  it('ordinary work is within the limits', async () => {
    const sandbox = createVirtualSandbox();
    const { stdout, stderr, exitCode } = await sandbox.exec(
      'for i in {1..2000}; do echo "$i,$((i * 7 % 13))"; done > data.csv; wc -l < data.csv; ' +
        "awk -F, '{ n[$2]++ } END { for (k in n) c++; print c }' data.csv; sort -t, -k2n data.csv | head -1; " +
        'seq 1 20000 | tail -1; seq 1 20000 | jq -s add; find . -type f | wc -l',
    );

    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: '2000\n13\n1001,0\n20000\n200010000\n1\n',
      stderr: '',
      exitCode: 0,
    });
  });
});

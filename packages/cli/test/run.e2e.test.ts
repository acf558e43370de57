import { spawn } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { FLUE, flue } from './flue.js';
import { makeFolder } from './temp-folder.js';

const root = makeFolder({
  'package.json': '{"name": "project"}',
  '.env': 'FROM_FILE=file\nFROM_SHELL=file\n',
  'payload.json': '{"from": "file"}',
  'replies.json': JSON.stringify([
    { toolCalls: [{ name: 'double', arguments: { n: 21 } }], usage: { input: 100, output: 5, cost: 0.01 } },
    { text: 'It is {{toolResult}}.\u001b[31m' },
  ]),
  '.flue/agents/echo.ts': `
    export default async ({ id, payload, env }: any) => {
      console.log('said by console.log');
      return { id, payload, file: env.FROM_FILE, shell: process.env.FROM_SHELL };
    };`,
  '.flue/agents/tool.ts': `
    import { Type } from '@flue/sdk/client';
    export default async ({ init }: any) => {
      const harness = await init({ model: 'anthropic/claude-sonnet-4-6' });
      const session = await harness.session();
      const parameters = Type.Object({ n: Type.Number() });
      const double = { name: 'double', description: 'Doubles.', parameters, execute: ({ n }: any) => String(2 * n) };
      return (await session.prompt('Double 21.', { tools: [double] })).text;
    };`,
  '.flue/agents/prints.ts': `
    import { execSync, spawn } from 'node:child_process';
    import { writeSync } from 'node:fs';
    import { Worker } from 'node:worker_threads';
    export default async () => {
      console.log('log');
      process.stdout.write('write\\n');
      writeSync(1, 'descriptor\\n');
      execSync('echo sync child', { stdio: 'inherit' });
      await new Promise((done) => spawn('echo', ['child'], { stdio: ['ignore', 'inherit', 1] }).on('close', done));
      await new Promise((done) => new Worker('console.log("worker")', { eval: true }).on('exit', done));
      setInterval(() => console.log('late'), 1);
    };`,
  '.flue/agents/big.ts': `export default () => 'é\\u009b'.repeat(1_000_000) + 'x'.repeat(8_000_000);`,
  '.flue/agents/throws.ts': `
    import { helper } from '../../lib/helper.js';
    export default async function agent() {
      await null;
      helper({ y: 1 });
    };`,
  'lib/helper.ts': `interface X { y: number }

export function helper(x: X): never {
  throw new TypeError('bad ' + x.y, { cause: new Error('because') });
}
`,
  '.flue/agents/never.ts': 'export default () => new Promise(() => {});',
  '.flue/agents/never-loads.ts': 'await new Promise(() => {});\nexport default () => 1;',
  '.flue/agents/forgets.ts': `
    export default async () => {
      void Promise.reject(new Error('forgotten'));
      await new Promise((done) => setTimeout(done, 20_000));
    };`,
  '.flue/agents/local.ts': `
    export default async ({ init, payload }: any) => {
      const harness = await init({ model: false, sandbox: 'local' });
      await (await harness.session()).shell('sleep ' + payload);
    };`,
  '.flue/agents/stubborn.ts': `
    process.stderr.write('loaded');
    export default () => new Promise((done) => setTimeout(done, 20_000));`,
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const run = (agent: string, ...args: string[]) => flue(['run', agent, ...args], { cwd: root });

describe.concurrent('flue run', () => {
  it('prints the result on stdout and all else on stderr', async () => {
    const { code, stdout, stderr } = await run('echo');
    const { id, ...rest } = JSON.parse(stdout);
    expect({ code, rest }).toEqual({ code: 0, rest: { payload: {} } });
    expect(stdout).toMatch(/^\{.*\}\n$/);
    expect(stderr).toMatch(
      new RegExp(`^· run \\S+ · agent echo · id ${id}\\nsaid by console.log\\n✓ done in .*\\n$`),
    );
  });

  it('takes payloads from the line, a file and stdin, an id, and an env file that yields to the shell', async () => {
    const env = { FROM_SHELL: 'shell' };
    const [line, file, input] = await Promise.all([
      flue(['run', 'echo', '--payload', '{"n": 1}', '--id', 'pr 42'], { cwd: root }),
      flue(['run', 'echo', '--payload', '@payload.json', '--env', '.env'], { cwd: root, env }),
      flue(['run', 'echo', '-p', '-'], { cwd: root, input: '[1, 2]' }),
    ]);
    expect(JSON.parse(line.stdout)).toEqual({ id: 'pr 42', payload: { n: 1 } });
    expect(JSON.parse(file.stdout)).toMatchObject({
      payload: { from: 'file' },
      file: 'file',
      shell: 'shell',
    });
    expect(JSON.parse(input.stdout)).toMatchObject({ payload: [1, 2] });
  });

  it('plays a script of replies through a tool, and runs --root as if it were there', async () => {
    const { code, stdout, stderr } = await flue(
      ['run', 'tool', '--root', root, '--model', `scripted:${root}/replies.json`],
      { cwd: '/' },
    );
    expect(stderr).toContain('✓ double {"n":21}');
    expect(stderr).toContain('  It is 42.␛[31m\n');
    expect(stderr).toMatch(/done in .* 2 turns · 1 tool call · .*\$0\.0100/);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '"It is 42.\\u001b[31m"\n' });
  });

  it('tells each event as JSON with --json-events', async () => {
    const { stdout, stderr } = await run('tool', '--json-events', '-m', 'scripted:replies.json');
    const events = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(events.map(({ eventIndex }) => eventIndex)).toEqual(events.map((_, index) => index));
    expect([events[0].type, events.at(-1).type]).toEqual(['run_start', 'run_end']);
    expect(JSON.parse(stdout)).toContain('It is 42.');
  });

  it('keeps stdout clean of prints of any kind, and ends although a timer runs', async () => {
    const { code, stdout, stderr } = await run('prints');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'null\n' });
    for (const line of ['log', 'write', 'descriptor', 'sync child', 'child', 'worker']) {
      expect(stderr.split('\n')).toContain(line);
    }
  });

  it('writes a large result whole through a slow pipe, and to a file', async () => {
    const slow = await shell(`"$0" "$1" run big 2>/dev/null | (sleep 0.5; wc -c)`);
    const file = await shell(`"$0" "$1" run big 2>/dev/null > big.json; wc -c < big.json`);
    expect([slow.trim(), file.trim()]).toEqual(['16000003', '16000003']);
  });

  it('ends quietly when nobody reads', async () => {
    const said = await shell(
      `"$0" "$1" run big 2>&1 >&3 3>&- | cat; echo \${PIPESTATUS[0]}`,
      '3> >(head -c 0)',
    );
    expect(said).toMatch(/^· run .*\n✓ done in .*\n0\n$/);
  });

  it('says why a run failed, with causes and the frames of the project', async () => {
    const { code, stdout, stderr } = await run('throws');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(
      'error: TypeError: bad 1\n  caused by: because\n    at helper (lib/helper.ts:4:9)\n    at agent ',
    );
  });

  it.each(['never', 'never-loads'])('tells that the agent %s never settled', async (agent) => {
    const { code, stderr } = await run(agent);
    expect(code).toBe(1);
    expect(stderr).toContain(`error: The agent "${agent}" never settled`);
  });

  it('reports a rejection that nobody handled, and stops', async () => {
    const { code, stderr } = await run('forgets');
    expect(code).toBe(1);
    expect(stderr).toContain('nothing handled it: an await is missing.\n  caused by: forgotten\n');
    expect(stderr).toContain('.flue/agents/forgets.ts:3:');
  });

  it.each([
    ['SIGINT', 130, '313371'],
    ['SIGTERM', 143, '313372'],
  ] as const)(
    'S03: %s aborts the run and what it started, and exits %d',
    async (signal, exitCode, seconds) => {
      const { code, stdout, stderr } = await interrupted(['local', '--payload', seconds], [signal]);
      expect({ code, stdout }).toEqual({ code: exitCode, stdout: '' });
      expect(stderr).toContain('✗ aborted after');
      expect(await shell(`pgrep -xf "sleep ${seconds}" || echo none`)).toBe('none\n');
    },
  );

  it('a second SIGINT ends it at once', async () => {
    const startedAt = Date.now();
    expect((await interrupted(['stubborn'], ['SIGINT', 'SIGINT'])).code).toBe(130);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
  });

  it.each([
    [['run', 'nope'], 1, 'error: No agent "nope" in'],
    [['run', 'echo', '-p', '{a:1}'], 2, 'error: --payload is not JSON: expected a name in double quotes'],
    [['run', 'echo', '-p', '@nope.json'], 2, 'nope.json does not exist.'],
    [['run', 'echo', '--env', 'nope'], 2, 'error: --env: the file'],
    [['run', 'echo', '--id', ''], 2, 'error: --id "" is empty.'],
    [['run', 'echo', '-m', 'scripted:nope.json'], 2, 'error: --model scripted: the file'],
    [['run', 'echo', '--root', 'nope'], 2, 'error: --root "nope" is not a folder'],
    [['run', 'tool', '-m', 'nowhere/x'], 1, 'error: '],
    [['run', 'echo', '--modle', 'x'], 2, "unknown option '--modle'\n(Did you mean --model?)"],
    [['run'], 2, "missing required argument 'agent'"],
    [['rnu'], 2, "unknown command 'rnu'\n(Did you mean run?)"],
    [[], 2, 'Usage: flue'],
  ])('%j exits %d and says why once', async (args, code, message) => {
    const ended = await flue(args, { cwd: root });
    expect(ended).toMatchObject({ code, stdout: '' });
    expect(ended.stderr.split(message)).toHaveLength(2);
    expect(ended.stderr).not.toMatch(/\n\s+at .*(?:dist|node:)/);
  });

  it('--help and --version answer on stdout and exit 0', async () => {
    const [help, runHelp, version] = await Promise.all(
      [['--help'], ['run', '--help'], ['--version']].map((args) => flue(args, { cwd: root })),
    );
    expect(help).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('run [options] <agent>'),
    });
    expect(runHelp).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("flue run triage --payload '{"),
    });
    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  it('leaves nothing in the project', () => {
    expect(readdirSync(root).filter((name) => name.includes('flue-'))).toEqual([]);
  });
});

/** Runs a line of bash in the project; `$0 "$1"` is the command. */
function shell(line: string, redirect = ''): Promise<string> {
  const child = spawn('bash', ['-c', `{ ${line}\n} ${redirect}`, process.execPath, FLUE], { cwd: root });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  return new Promise((resolve) => child.once('close', () => resolve(stdout)));
}

/** Sends the signals, one after the other, once the agent runs. */
function interrupted(args: readonly string[], signals: readonly NodeJS.Signals[]) {
  let sent = false;
  return flue(['run', ...args], {
    cwd: root,
    onStderr(stderr, kill) {
      if (sent || !stderr.includes('· run')) return;
      sent = true;
      for (const [index, signal] of signals.entries()) setTimeout(kill, 300 * (index + 1), signal);
    },
  });
}

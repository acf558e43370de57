import assert from 'node:assert/strict';
import type { ExecOutput, Sandbox } from '../../ports/sandbox.js';
import type { SandboxCase } from '../sandbox-contract.js';
import { rejection } from './rejection.js';

/** Arguments that a shell would act on. */
const HOSTILE = [
  "a'; touch M; '",
  '$(touch M)',
  '`touch M`',
  '-n',
  '--',
  '',
  ' ',
  'x\ny',
  '*',
  '"',
  '\\',
  '世界',
];

export function execCases({ streams }: { streams: boolean }): readonly SandboxCase[] {
  return streams ? [...CASES, STREAMS] : CASES;
}

const CASES: readonly SandboxCase[] = [
  {
    name: 'gives the output of both streams and the exit code',
    async check(sandbox) {
      const { stdout, stderr, exitCode } = await sandbox.exec('echo out; echo err >&2; exit 3');
      assert.deepEqual({ stdout, stderr, exitCode }, { stdout: 'out\n', stderr: 'err\n', exitCode: 3 });
    },
  },
  {
    name: 'a command that does not exist is exit code 127, and a syntax error a result as well',
    async check(sandbox) {
      const missing = await sandbox.exec('no-such-command-here');
      assert.equal(missing.exitCode, 127);
      assert.match(missing.stderr, /no-such-command-here/);
      const broken = await sandbox.exec('echo (');
      assert.notEqual(broken.exitCode, 0);
      assert.notEqual(broken.stderr, '');
    },
  },
  {
    name: 'the result is also a promise on the handle and on itself, which JSON does not show',
    async check(sandbox) {
      const handle = sandbox.exec('echo hi');
      const result = await handle;
      assert.equal(await handle.result, result);
      assert.equal((await result.result).stdout, 'hi\n');
      assert.deepEqual(Object.keys(result).sort(), ['exitCode', 'stderr', 'stdout']);
    },
  },
  {
    name: 'standard input is empty, so that nothing waits for it (C9, S05)',
    async check(sandbox) {
      const { stdout, exitCode } = await sandbox.exec('cat; read line || echo eof');
      assert.deepEqual({ stdout, exitCode }, { stdout: 'eof\n', exitCode: 0 });
    },
  },
  {
    name: 'variables and the directory of one command are gone in the next, its files stay',
    async check(sandbox) {
      await sandbox.exec('export A=1; B=2; echo kept > kept.txt; cd /');
      const { stdout } = await sandbox.exec('echo "${A-unset} ${B-unset}"; cat kept.txt; pwd');
      const [variables, file, directory] = stdout.split('\n');
      assert.deepEqual([variables, file], ['unset unset', 'kept']);
      assert.equal(directory, (await sandbox.exec('pwd')).stdout.trim());
      assert.notEqual(directory, '/');
    },
  },
  {
    name: 'env adds variables for one command and the programs in it, whatever is in them',
    async check(sandbox) {
      const env = { GREETING: '$(touch M) \'"\n世界' };
      const { stdout } = await sandbox.exec('printf %s "$GREETING"', { env });
      assert.equal(stdout, env.GREETING);
      assert.equal((await sandbox.exec('printenv GREETING', { env })).stdout, `${env.GREETING}\n`);
      assert.equal((await sandbox.exec('printf %s "$GREETING"')).stdout, '');
      assert.equal(await sandbox.exists('M'), false);
    },
  },
  {
    name: 'cwd is relative to that of the sandbox, and must be a directory',
    async check(sandbox) {
      await sandbox.mkdir('sub/deep', { recursive: true });
      await sandbox.writeFile('file', '');
      const { stdout } = await sandbox.exec('pwd', { cwd: 'sub/deep' });
      assert.ok(stdout.endsWith('/sub/deep\n'), stdout);
      await rejection(sandbox.exec('pwd', { cwd: 'nowhere' }));
      await rejection(sandbox.exec('pwd', { cwd: 'file' }));
    },
  },
  {
    name: 'arguments of a program reach it as they are; no shell sees them (S01, B36)',
    async check(sandbox) {
      const { stdout, exitCode } = await sandbox.exec({ command: 'printf', args: ['%s|', ...HOSTILE] });
      assert.equal(stdout, HOSTILE.map((argument) => `${argument}|`).join(''));
      assert.equal(exitCode, 0);
      assert.equal(await sandbox.exists('M'), false);
    },
  },
  {
    name: 'a NUL character in a command or an argument is refused, and says so',
    async check(sandbox) {
      for (const command of ['echo \0', { command: 'echo', args: ['a\0b'] }]) {
        assert.match((await rejection(sandbox.exec(command))).message, /NUL/);
      }
    },
  },
  {
    name: 'text is UTF-8 in commands, output and files alike (C22)',
    async check(sandbox) {
      const { stdout } = await sandbox.exec(
        "printf '世界 —\\n' > f; cat f | head -n 1; echo \"你好: $(cat f)\"; printf '🙂' >> f",
      );
      assert.equal(stdout, '世界 —\n你好: 世界 —\n');
      assert.equal(await sandbox.readFile('f'), '世界 —\n🙂');
      await sandbox.writeFile('g', 'naïve 🙂\n');
      assert.equal((await sandbox.exec('cat g')).stdout, 'naïve 🙂\n');
    },
  },
  {
    name: 'output arrives in order, and all of it before the handle settles',
    async check(sandbox) {
      const handle = sandbox.exec('for i in 1 2 3; do echo $i; done; echo e >&2; echo 4');
      const { stdout, stderr } = await handle;
      const chunks = await collect(handle.output);
      assert.equal(textOf(chunks, 'stdout'), stdout);
      assert.equal(textOf(chunks, 'stderr'), stderr);
      assert.equal(stdout, '1\n2\n3\n4\n');
    },
  },
  {
    name: 'three megabytes of output come whole, or with a mark that they do not (S06)',
    async check(sandbox) {
      const { stdout, exitCode, truncated } = await sandbox.exec(
        'i=0; while [ $i -lt 30 ]; do printf "%0100000d\\n" $i; i=$((i+1)); done; echo end',
      );
      assert.equal(exitCode, 0);
      assert.ok(stdout.startsWith('0000') && stdout.endsWith('end\n'));
      if (!truncated) assert.equal(stdout.length, 30 * 100_001 + 4);
    },
  },
  {
    name: 'commands that run at the same time do not see each other, but for files',
    async check(sandbox) {
      const commands = Array.from({ length: 8 }, (_, i) =>
        sandbox.exec(`X=${i}; sleep 0.05; echo $X > f${i}; echo $X`),
      );
      const results = await Promise.all(commands);
      assert.deepEqual(
        results.map(({ stdout }) => stdout),
        results.map((_, i) => `${i}\n`),
      );
      for (const i of results.keys()) assert.equal(await sandbox.readFile(`f${i}`), `${i}\n`);
    },
  },
];

const STREAMS: SandboxCase = {
  name: 'output arrives while the command runs',
  async check(sandbox: Sandbox) {
    const handle = sandbox.exec(
      'echo one; sleep 0.2; echo two >&2; while [ ! -e go ]; do sleep 0.05; done; echo three',
    );
    const seen: ExecOutput[] = [];
    for await (const chunk of handle.output) {
      seen.push(chunk);
      if (chunk.stream === 'stderr') await sandbox.writeFile('go', '');
    }
    assert.deepEqual(
      seen.map(({ stream, text }) => `${stream} ${text}`),
      ['stdout one\n', 'stderr two\n', 'stdout three\n'],
    );
  },
};

async function collect(output: AsyncIterable<ExecOutput>): Promise<ExecOutput[]> {
  const chunks: ExecOutput[] = [];
  for await (const chunk of output) chunks.push(chunk);
  return chunks;
}

function textOf(chunks: readonly ExecOutput[], stream: ExecOutput['stream']): string {
  return chunks
    .filter((chunk) => chunk.stream === stream)
    .map(({ text }) => text)
    .join('');
}

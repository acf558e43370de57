import { describe, expect, it } from 'vitest';
import { createVirtualSandbox } from '../../../src/adapters/sandbox/virtual.js';

describe('a command in a virtual sandbox', () => {
  it('hands its variables to the shells and programs in it, and to no other command', async () => {
    const sandbox = createVirtualSandbox();
    const command = `bash -c 'echo "<$WHO>"'; awk 'BEGIN { print ENVIRON["WHO"] }'; bash -c 'unset WHO; bash -c "echo [\\$WHO]"'`;
    const results = await Promise.all(
      ['a', 'b'].map((who) => sandbox.exec(command, { env: { WHO: who, 'not-a-name': 'x' } })),
    );

    expect(results.map(({ stdout }) => stdout)).toEqual(['<a>\na\n[]\n', '<b>\nb\n[]\n']);
    expect((await sandbox.exec('echo "<$WHO>"')).stdout).toBe('<>\n');
  });

  it('that cannot be parsed gives the message of the shell', async () => {
    const { stdout, stderr, exitCode } = await createVirtualSandbox().exec('for i in 1 2; do echo $i');

    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    expect(stderr).toMatch(/^bash: syntax error/);
  });

  it('keeps its line numbers and the spaces its lines begin with', async () => {
    const { stdout } = await createVirtualSandbox().exec('  echo "a\n   b"\n  echo $LINENO', {
      env: { A: '1' },
    });

    expect(stdout).toBe('a\n   b\n3\n');
  });

  it('that is empty does nothing', async () => {
    expect(await createVirtualSandbox().exec('  \n ')).toEqual({ stdout: '', stderr: '', exitCode: 0 });
  });

  it('can be a long script', async () => {
    const script = `${':\n'.repeat(9_000)}echo end`;
    const result = await createVirtualSandbox().exec(script);

    expect(result).toEqual({ stdout: 'end\n', stderr: '', exitCode: 0 });
  });

  it('knows no program of the host', async () => {
    const sandbox = createVirtualSandbox();

    expect((await sandbox.exec({ command: process.execPath, args: ['-v'] })).exitCode).toBe(127);
    expect((await sandbox.exec('node -v; git --version')).stdout).toBe('');
  });
});

import { expect, test } from 'vitest';
import { bashTool } from '../../../src/tools/builtin/bash.js';
import { createCall } from './call-tool.js';
import { describeOnBoth, openVirtual } from './sandboxes.js';

describeOnBoth('bash', (open) => {
  test('gives what a command printed', async () => {
    const call = createCall(await open({ 'a.txt': 'hello\n' }));
    const ran = await call(bashTool, { command: 'cat a.txt' });
    expect(ran).toMatchObject({ text: 'hello', isError: false, details: { exitCode: 0, timedOut: false } });
  });

  test('shows a non-zero exit, which is no error of the tool', async () => {
    const call = createCall(await open());
    const ran = await call(bashTool, { command: 'echo out; echo err >&2; exit 3' });
    expect(ran.text).toBe('out\nstderr:\nerr\nexit code 3');
    expect(ran).toMatchObject({ isError: false, details: { exitCode: 3 } });
  });

  test('a timeout is exit 124 with the output so far', async () => {
    const call = createCall(await open());
    const ran = await call(bashTool, { command: 'echo partial; sleep 30', timeout: 0.5 });
    expect(ran.text).toContain('partial');
    expect(ran.text).toContain('exit code 124');
    expect(ran.text).toContain('[Stopped: it did not finish within 0.5 s.');
    expect(ran.details).toMatchObject({ exitCode: 124, timedOut: true });
  });

  test("a command's own exit 124 is no timeout", async () => {
    const ran = await createCall(await open())(bashTool, { command: 'exit 124' });
    expect(ran.text).toBe('exit code 124');
    expect(ran.details).toMatchObject({ timedOut: false });
  });

  test('S03 an abort stops the command and rejects', async () => {
    const call = createCall(await open());
    const controller = new AbortController();
    const running = call(bashTool, { command: 'sleep 30; echo late > late.txt' }, controller.signal);
    setTimeout(() => controller.abort(new Error('enough')), 100);
    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
  });

  test('S06 escape sequences and overwritten progress do not reach the model', async () => {
    const call = createCall(await open());
    const command = String.raw`printf '\033[31mred\033[0m\n\033]0;title\007 10%%\r 50%%\r100%%\nend'`;
    const ran = await call(bashTool, { command });
    expect(ran.text).toBe('red\n100%\nend');
  });

  test('S05 C9 a command that reads its input gets none', async () => {
    const ran = await createCall(await open())(bashTool, { command: 'cat' });
    expect(ran.text).toBe('(no output)');
  });
});

test('the timeout is between nothing and an hour', async () => {
  for (const timeout of [0, -1, 3601, 'soon']) {
    expect(await bashTool.parse({ command: 'true', timeout })).toMatchObject({ ok: false });
  }
  expect(await bashTool.parse({ command: 'true', timeout: '1.5' })).toMatchObject({ ok: true });
  expect(await bashTool.parse({ command: '' })).toMatchObject({ ok: false });
});

test('without a timeout a command has two minutes', async () => {
  const sandbox = await openVirtual();
  let asked: number | undefined;
  const call = createCall({
    ...sandbox,
    cwd: sandbox.cwd,
    capabilities: sandbox.capabilities,
    exec(command, options) {
      asked = options?.timeout;
      return sandbox.exec(command, options);
    },
  });
  await call(bashTool, { command: 'true' });
  expect(asked).toBe(120);
});

test('the end of a long output is what the model is shown', () => {
  expect(bashTool.overflow).toBe('tail');
});

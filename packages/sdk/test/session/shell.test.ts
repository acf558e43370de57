import { AbortError, OptionError } from '@flue/sdk';
import { describe, expect, it } from 'vitest';
import { eventsOf, openTestHarness } from '../harness/open-test-harness.js';

describe('session.shell', () => {
  it('gives the whole result to the script, and tells the model of it with the next prompt', async () => {
    const { session, model } = await openTestHarness(['seen']);
    expect(await session.shell('echo out; echo err >&2; exit 3')).toEqual({
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 3,
    });
    await session.prompt('what happened?');
    const messages = model.requests[0]?.messages ?? [];
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'toolResult', 'user']);
    expect(messages[2]).toMatchObject({
      toolName: 'bash',
      content: [{ text: expect.stringMatching(/out[\s\S]*err[\s\S]*exit code 3/) }],
    });
  });

  it('keeps the values of variables out of the session', async () => {
    const { session, events } = await openTestHarness(['x']);
    const { stdout } = await session.shell('test -n "$TOKEN" && echo set', { env: { TOKEN: 'canary-7f3a' } });
    expect(stdout).toBe('set\n');
    expect(JSON.stringify([session.history(), events])).not.toContain('canary-7f3a');
    expect(JSON.stringify(session.history())).toContain('"TOKEN":"[redacted]"');
  });

  it('runs where it is told to', async () => {
    const { session } = await openTestHarness(['x']);
    await session.fs.mkdir('deep/er', { recursive: true });
    expect((await session.shell('pwd', { cwd: 'deep/er' })).stdout).toBe('/home/user/deep/er\n');
  });

  it('ends with exit code 124 and its output so far when its time is up', async () => {
    const { session } = await openTestHarness(['x']);
    const result = await session.shell('echo before; sleep 20; echo after', { timeout: 0.1 });
    expect(result).toMatchObject({ exitCode: 124, stdout: 'before\n' });
  });

  it('rejects when aborted, and the record says so', async () => {
    const { session, events } = await openTestHarness(['x']);
    const call = session.shell('sleep 20');
    setTimeout(() => call.abort(), 20);
    await expect(call).rejects.toThrow(AbortError);
    expect(eventsOf(events, 'tool_call')).toMatchObject([{ outcome: 'aborted', isError: true }]);
    expect(session.history().at(-1)).toMatchObject({ role: 'toolResult', isError: true });
  });

  it('checks what it is given', async () => {
    const { session } = await openTestHarness(['x']);
    await expect(session.shell('')).rejects.toThrow(OptionError);
    await expect(session.shell('x', { timeout: -1 })).rejects.toThrow(/positive number of seconds/);
    await expect(session.shell('x', { env: { A: 1 as never } })).rejects.toThrow(/A is number/);
    expect(session.history()).toEqual([]);
  });
});

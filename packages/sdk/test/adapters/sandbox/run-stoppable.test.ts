import { describe, expect, it } from 'vitest';
import { runStoppable } from '../../../src/adapters/sandbox/run-stoppable.js';

const DONE = { stdout: 'out', stderr: '', exitCode: 0 };
const NEVER = new AbortController().signal;
const hang = () => new Promise<never>(() => {});

describe('a command that can be stopped', () => {
  it('gives its outcome, or its error, when nothing stops it', async () => {
    expect(await runStoppable({ timeout: 10, signal: NEVER }, async () => DONE)).toEqual(DONE);
    await expect(
      runStoppable({ timeout: undefined, signal: NEVER }, () => Promise.reject(new Error('down'))),
    ).rejects.toThrow('down');
  });

  it('is told to stop when its time is over, and what it still returns is kept', async () => {
    const outcome = await runStoppable({ timeout: 0.05, signal: NEVER }, async (stop) => {
      await new Promise((resolve) => stop.addEventListener('abort', resolve));
      return { ...DONE, exitCode: 1 };
    });

    expect(outcome).toEqual({ ...DONE, exitCode: 124 });
  });

  it('settles also when the runner does not, or throws because it was stopped', async () => {
    expect(await runStoppable({ timeout: 0.05, signal: NEVER }, hang)).toEqual({
      stdout: '',
      stderr: '',
      exitCode: 124,
    });
    const thrown = await runStoppable({ timeout: 0.05, signal: NEVER }, async (stop) => {
      await new Promise((resolve) => stop.addEventListener('abort', resolve));
      throw new Error('killed');
    });
    expect(thrown.exitCode).toBe(124);
    await expect(runStoppable({ timeout: 10, signal: AbortSignal.timeout(20) }, hang)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('an abort goes before an outcome that comes after it', async () => {
    const controller = new AbortController();
    const run = runStoppable({ timeout: undefined, signal: controller.signal }, async () => {
      controller.abort('why');
      return DONE;
    });

    await expect(run).rejects.toMatchObject({ name: 'AbortError', cause: 'why' });
  });

  it('a timeout of months does not fire at once', async () => {
    const outcome = await runStoppable({ timeout: 1e9, signal: NEVER }, async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      return DONE;
    });

    expect(outcome).toEqual(DONE);
  });

  it('leaves no listener on the signal', async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const { addEventListener, removeEventListener } = controller.signal;
    controller.signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      seen.push('add');
      addEventListener.apply(controller.signal, args);
    };
    controller.signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      seen.push('remove');
      removeEventListener.apply(controller.signal, args);
    };
    await runStoppable({ timeout: 1, signal: controller.signal }, async () => DONE);

    expect(seen).toEqual(['add', 'remove']);
  });
});

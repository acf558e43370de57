import { describe, expect, it } from 'vitest';
import { createExecHandle, execResult } from '../../../src/adapters/sandbox/exec-handle.js';
import type { ExecOutput } from '../../../src/ports/sandbox.js';

const DONE = { stdout: 'out', stderr: '', exitCode: 0 };

async function textOf(output: AsyncIterable<ExecOutput>): Promise<string> {
  let text = '';
  for await (const chunk of output) text += chunk.text;
  return text;
}

describe('a handle of a command', () => {
  it('starts the command at once and settles with its result', async () => {
    let started = false;
    const handle = createExecHandle(async () => {
      started = true;
      return DONE;
    });

    expect(started).toBe(true);
    expect(await handle).toEqual(DONE);
    expect(handle.result).toBe(handle);
  });

  it('hands over output as it arrives, and ends with the command', async () => {
    let finish = () => {};
    const handle = createExecHandle(async (emit) => {
      emit({ stream: 'stdout', text: 'one' });
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      emit({ stream: 'stderr', text: 'two' });
      return DONE;
    });
    const seen: string[] = [];
    for await (const { stream, text } of handle.output) {
      seen.push(`${stream} ${text}`);
      finish();
    }

    expect(seen).toEqual(['stdout one', 'stderr two']);
  });

  it('keeps output for a reader that comes after the end, and gives it to one reader only', async () => {
    const handle = createExecHandle(async (emit) => {
      emit({ stream: 'stdout', text: 'a' });
      emit({ stream: 'stdout', text: 'b' });
      return DONE;
    });
    await handle;

    expect(await textOf(handle.output)).toBe('ab');
    await expect(textOf(handle.output)).rejects.toThrow('one reader');
  });

  it('drops what is emitted after the end', async () => {
    let late: (chunk: ExecOutput) => void = () => {};
    const handle = createExecHandle(async (emit) => {
      late = emit;
      return DONE;
    });
    await handle;
    late({ stream: 'stdout', text: 'late' });

    expect(await textOf(handle.output)).toBe('');
  });

  it('rejects with the error of the command, also one that is thrown at once, and its output ends', async () => {
    const handle = createExecHandle(() => {
      throw new Error('no');
    });

    expect(await textOf(handle.output)).toBe('');
    await expect(handle).rejects.toThrow('no');
  });
});

describe('a result of a command', () => {
  it('has a promise of itself that does not show', async () => {
    const result = execResult({ ...DONE, truncated: false });

    expect(await result.result).toBe(result);
    expect(JSON.stringify(result)).toBe('{"stdout":"out","stderr":"","exitCode":0}');
    expect(execResult({ ...DONE, truncated: true }).truncated).toBe(true);
  });
});

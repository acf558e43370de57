import { type EventBody, type ToolDef, Type } from '@flue/sdk';
import { describe, expect, it } from 'vitest';
import { createVirtualSandbox } from '../../../src/adapters/sandbox/virtual.js';
import type { JournalEntry } from '../../../src/ports/journal-entry.js';
import { customTool } from '../../../src/tools/custom-tool.js';
import { createPathLocks } from '../../../src/tools/path-locks.js';
import { runToolCall } from '../../../src/tools/pipeline/run-tool-call.js';
import type { ToolCall, ToolCallEnvironment } from '../../../src/tools/pipeline/tool-call.js';

/** What a stored call needs, and nothing of the loop. */
function environment(definition: ToolDef, more: Partial<ToolCallEnvironment> = {}) {
  const entries: JournalEntry[] = [];
  const events: EventBody[] = [];
  const env: ToolCallEnvironment = {
    tools: new Map([[definition.name, customTool(definition, 'test')]]),
    sandbox: createVirtualSandbox(),
    services: { locks: createPathLocks() },
    sessionId: 's',
    operationId: 'op',
    messages: () => [],
    acceptsImages: true,
    signal: new AbortController().signal,
    journal: async (added) => void entries.push(...added),
    emit: (event) => void events.push(event),
    ...more,
  };
  return { env, entries, events };
}

const double: ToolDef = {
  name: 'double',
  description: 'x',
  parameters: Type.Object({ n: Type.Integer() }),
  execute: ({ n }) => String(2 * n),
};
const stored: ToolCall = {
  toolCallId: 'c1',
  toolName: 'double',
  arguments: { usable: true, value: { n: 21 } },
};

describe('a stored call runs without the loop', () => {
  it('and is kept and told as any other', async () => {
    const { env, entries, events } = environment(double);
    const settled = await runToolCall(stored, env);
    expect(settled).toMatchObject({
      outcome: 'ok',
      content: [{ type: 'text', text: '42' }],
      details: { customTool: 'double' },
    });
    expect(entries.map(({ type }) => type)).toEqual(['tool_start', 'tool_result']);
    expect(events.map(({ type }) => type)).toEqual(['tool_start', 'tool_call']);
  });

  it('is not announced a second time when an earlier process did', async () => {
    const { env, events } = environment(double);
    await runToolCall({ ...stored, announced: true }, env);
    expect(events.map(({ type }) => type)).toEqual(['tool_call']);
  });

  it('is validated again: what was refused is refused', async () => {
    const { env, entries } = environment(double);
    expect(
      await runToolCall({ ...stored, arguments: { usable: true, value: { n: 'x' } } }, env),
    ).toMatchObject({ outcome: 'invalid-input' });
    const refused = { usable: false, outcome: 'blocked', fault: 'Too many.' } as const;
    expect(await runToolCall({ ...stored, arguments: refused }, env)).toMatchObject({
      outcome: 'blocked',
      content: [{ text: 'Too many.' }],
    });
    expect(entries.map(({ type }) => type)).toEqual(['tool_result', 'tool_result']);
  });

  it('does not run when its operation was aborted while the start was being kept', async () => {
    let ran = false;
    const controller = new AbortController();
    const { env } = environment(
      {
        ...double,
        execute: () => {
          ran = true;
          return 'x';
        },
      },
      {
        signal: controller.signal,
        journal: async (added) => {
          if (added[0]?.type === 'tool_start') controller.abort('now');
        },
      },
    );
    expect(await runToolCall(stored, env)).toMatchObject({ outcome: 'aborted', isError: true });
    expect(ran).toBe(false);
  });

  it('rejects when its record cannot be kept, and only then', async () => {
    const { env } = environment(double, { journal: () => Promise.reject(new Error('disk full')) });
    await expect(runToolCall(stored, env)).rejects.toThrow('disk full');
  });
});

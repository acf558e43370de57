import { expect, test } from 'vitest';
import { noUsage } from '../../../src/ports/usage.js';
import { taskTool } from '../../../src/tools/builtin/task.js';
import type { DelegateRequest } from '../../../src/tools/tool.js';
import { createCall } from './call-tool.js';
import { openVirtual } from './sandboxes.js';

test('hands the work over and gives the answer', async () => {
  const usage = noUsage();
  const requests: DelegateRequest[] = [];
  const call = createCall(await openVirtual(), async (request) => {
    requests.push(request);
    return { text: 'done', taskId: 'task_1', usage };
  });
  const answered = await call(taskTool, { prompt: 'Count.', description: 'counting', cwd: 'sub' });
  expect(answered).toMatchObject({ text: 'done', isError: false, details: { taskId: 'task_1', usage } });
  expect(requests).toMatchObject([
    { prompt: 'Count.', description: 'counting', cwd: 'sub', toolCallId: 'call' },
  ]);
  expect(requests[0]?.signal.aborted).toBe(false);
});

test('a failed child is an error of the call', async () => {
  const call = createCall(await openVirtual(), async () => {
    throw new Error('the child failed');
  });
  await expect(call(taskTool, { prompt: 'x' })).rejects.toThrow('the child failed');
});

test('where nothing can be delegated it says so', async () => {
  const call = createCall(await openVirtual());
  await expect(call(taskTool, { prompt: 'x' })).rejects.toMatchObject({ code: 'tool_failed' });
});

test('takes prompt, description, role and cwd, and needs the prompt', async () => {
  expect(Object.keys(taskTool.parameters.properties as object)).toEqual([
    'prompt',
    'description',
    'role',
    'cwd',
  ]);
  expect(await taskTool.parse({ description: 'x' })).toMatchObject({ ok: false });
  expect(await taskTool.parse({ prompt: '' })).toMatchObject({ ok: false });
});

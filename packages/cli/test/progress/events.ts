import type { FlueEvent } from '@flue/sdk';

type Body<E> = E extends FlueEvent ? Omit<E, 'runId' | 'eventIndex' | 'timestamp'> : never;
export type EventSketch = Body<FlueEvent>;

let index = 0;

/** An event as a run gives it, in the default session unless it says otherwise. */
export function event(sketch: EventSketch): FlueEvent {
  const stamp = { runId: 'run_1', eventIndex: index++, timestamp: '2026-01-01T00:00:00.000Z' };
  return { ...stamp, harness: 'default', session: 'default', ...sketch } as FlueEvent;
}

export function usage(input: number, output: number, cost = 0) {
  const none = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
  return { ...none, input, output, totalTokens: input + output, cost: { ...none, total: cost } };
}

export const turn = (sketch: Partial<Extract<EventSketch, { type: 'turn' }>> = {}) =>
  event({
    type: 'turn',
    model: 'anthropic/claude',
    usage: usage(1200, 50, 0.0021),
    stopReason: 'stop',
    durationMs: 2100,
    ...sketch,
  });

export const text = (words: string, session = 'default') =>
  event({ type: 'text_delta', text: words, session });

export const toolStart = (toolName: string, args: unknown, toolCallId = 'c1') =>
  event({ type: 'tool_start', toolName, toolCallId, args });

export const toolEnd = (
  toolName: string,
  {
    toolCallId = 'c1',
    said = '',
    ...sketch
  }: Partial<Extract<EventSketch, { type: 'tool_call' }>> & { said?: string } = {},
) =>
  event({
    type: 'tool_call',
    toolName,
    toolCallId,
    isError: false,
    outcome: 'ok',
    result: { content: [{ type: 'text', text: said }], details: {} },
    durationMs: 12,
    ...sketch,
  });

/** A whole run: a turn with a tool and a task, then the answer. */
export const RUN: readonly FlueEvent[] = [
  event({ type: 'run_start', agent: 'hello', id: 'i1', session: undefined }),
  event({ type: 'log', level: 'info', message: 'starting', attributes: { who: 'Ada' } }),
  event({ type: 'operation_start', kind: 'prompt' }),
  event({ type: 'thinking_start' }),
  event({ type: 'thinking_delta', delta: 'hm' }),
  event({ type: 'thinking_end', content: 'hm' }),
  text('I look'),
  text(' first.\n\nThen I '),
  text('answer.'),
  turn({ stopReason: 'toolUse' }),
  toolStart('bash', { command: 'npm test\nexit' }),
  toolStart('task', { prompt: 'look' }, 'c2'),
  event({ type: 'task_start', taskId: 't1', prompt: 'look at\nfiles' }),
  event({ type: 'operation_start', kind: 'prompt', session: 't1', parentSession: 'default', taskId: 't1' }),
  event({ type: 'text_delta', text: 'Two files.', session: 't1', parentSession: 'default', taskId: 't1' }),
  turn({ session: 't1', parentSession: 'default', taskId: 't1', usage: usage(10, 5) }),
  event({
    type: 'operation',
    kind: 'prompt',
    isError: false,
    durationMs: 9,
    session: 't1',
    parentSession: 'default',
  }),
  event({ type: 'task', taskId: 't1', isError: false, result: 'Two files.', durationMs: 30 }),
  toolEnd('task', { toolCallId: 'c2' }),
  toolEnd('bash', { isError: true, outcome: 'timeout', said: 'gone', durationMs: 5000 }),
  text('Done.'),
  turn(),
  event({
    type: 'operation',
    kind: 'prompt',
    isError: false,
    durationMs: 61_000,
    usage: usage(2410, 105, 0.0042),
  }),
  event({ type: 'idle' }),
  event({ type: 'run_end', isError: false, durationMs: 61_500 }),
];

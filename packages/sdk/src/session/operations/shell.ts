import { randomUUID } from 'node:crypto';
import type { JournalEntry } from '../../ports/journal-entry.js';
import type { ExecResult } from '../../ports/sandbox.js';
import type { ShellResult } from '../../ports/session-env.js';
import type { ToolOutcome, ToolResult } from '../../ports/tool.js';
import { noUsage } from '../../ports/usage.js';
import { shapeResult } from '../../tools/pipeline/shape-result.js';
import { shellOutputText } from '../../tools/shell-output-text.js';
import type { ShellOptions } from '../call-options.js';
import type { Operation } from '../operation.js';
import type { Session } from '../session.js';

/** A command of the script's own, kept as a bash call so that the model knows of it in its next request. */
export async function runShell(
  session: Session,
  operation: Operation,
  command: string,
  options: ShellOptions,
): Promise<ShellResult> {
  const call = { operationId: operation.id, toolCallId: `shell_${randomUUID()}`, toolName: 'bash' };
  const input = recordedInput(command, options);
  const startedAt = performance.now();
  const { cwd, env, timeout } = options;
  await operation.append([...askedEntries(call, input), { type: 'tool_start', ...call, input }]);
  const { toolCallId, toolName } = call;
  operation.emitter.emit({ type: 'tool_start', toolName, toolCallId, args: input });
  try {
    const result = await session.sandbox.exec(command, { cwd, env, timeout, signal: operation.signal });
    const { stdout, stderr, exitCode } = result;
    await keep(shellOutputText(result), result);
    return { stdout, stderr, exitCode };
  } catch (error) {
    await keepFailure();
    throw error;
  }

  function keep(text: string, { exitCode }: Pick<ExecResult, 'exitCode'>): Promise<void> {
    return settle('ok', { content: [{ type: 'text', text }], isError: false, details: { exitCode } });
  }

  function keepFailure(): Promise<void> {
    const outcome = operation.signal.aborted ? 'aborted' : 'threw';
    const text = outcome === 'aborted' ? 'The command was aborted.' : 'The command could not be run.';
    return settle(outcome, { content: [{ type: 'text', text }], isError: true, details: {} });
  }

  async function settle(outcome: ToolOutcome, whole: Required<ToolResult>): Promise<void> {
    const { result, blobs } = shapeResult(whole, 'tail');
    const { content, details, isError } = result;
    const durationMs = performance.now() - startedAt;
    const timestamp = Date.now();
    await operation.append(
      [{ type: 'tool_result', ...call, ...result, outcome, durationMs, timestamp }],
      blobs,
    );
    const told = { toolName, toolCallId, isError, outcome, result: { content, details }, durationMs };
    operation.emitter.emit({ type: 'tool_call', ...told });
  }
}

/** Values of variables stay with the script: they are often secrets. */
function recordedInput(command: string, { cwd, env, timeout }: ShellOptions): Record<string, unknown> {
  const names = Object.keys(env ?? {});
  return {
    command,
    ...(cwd === undefined ? {} : { cwd }),
    ...(names.length === 0 ? {} : { env: Object.fromEntries(names.map((name) => [name, '[redacted]'])) }),
    ...(timeout === undefined ? {} : { timeout }),
  };
}

/** A user message first, since some providers take no conversation that begins with the assistant. */
function askedEntries(
  call: { operationId: string; toolCallId: string; toolName: string },
  input: Record<string, unknown>,
): JournalEntry[] {
  const { operationId, toolCallId, toolName } = call;
  const timestamp = Date.now();
  return [
    {
      type: 'user_message',
      operationId,
      source: 'shell',
      message: { role: 'user', content: 'I ran a command in the sandbox myself:', timestamp },
    },
    {
      type: 'assistant_message',
      operationId,
      message: {
        role: 'assistant',
        content: [{ type: 'toolCall', id: toolCallId, name: toolName, arguments: input }],
        api: 'flue-shell',
        provider: 'flue',
        model: 'shell',
        usage: noUsage(),
        stopReason: 'toolUse',
        timestamp,
      },
    },
  ];
}

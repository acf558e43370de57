import { randomUUID } from 'node:crypto';
import type { JournalEntry } from '../../ports/journal-entry.js';
import type { ExecResult } from '../../ports/sandbox.js';
import type { ShellResult } from '../../ports/session-env.js';
import { noUsage } from '../../ports/usage.js';
import { announceCall, recordResult, startEntry } from '../../tools/pipeline/record-call.js';
import { failure, type ToolAttempt } from '../../tools/pipeline/tool-attempt.js';
import type { ToolCall } from '../../tools/pipeline/tool-call.js';
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
  const startedAt = performance.now();
  const input = recordedInput(command, options);
  const call: ToolCall = {
    toolCallId: `shell_${randomUUID()}`,
    toolName: 'bash',
    arguments: { usable: true, value: input },
  };
  const record = { operationId: operation.id, journal: operation.append, emit: operation.emitter.emit };
  await operation.append([...askedEntries(operation.id, call, input), startEntry(call, input, operation.id)]);
  announceCall(call, record);
  const { cwd, env, timeout } = options;
  let result: ExecResult;
  try {
    result = await session.sandbox.exec(command, { cwd, env, timeout, signal: operation.signal });
  } catch (error) {
    await settle(unfinished(operation.signal));
    throw error;
  }
  const { stdout, stderr, exitCode } = result;
  const content = [{ type: 'text' as const, text: shellOutputText(result) }];
  await settle({ outcome: 'ok', result: { content, isError: false, details: { exitCode } } });
  return { stdout, stderr, exitCode };

  function settle(attempt: ToolAttempt) {
    return recordResult(call, attempt, { overflow: 'tail', startedAt }, record);
  }
}

function unfinished({ aborted }: AbortSignal): ToolAttempt {
  return aborted
    ? failure('aborted', 'The command was aborted.')
    : failure('threw', 'The command could not be run.');
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
  operationId: string,
  { toolCallId, toolName }: ToolCall,
  input: Record<string, unknown>,
): JournalEntry[] {
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

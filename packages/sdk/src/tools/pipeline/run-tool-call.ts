import { errorText } from '../../errors/error-text.js';
import type { ToolResult } from '../../ports/tool.js';
import type { ParsedInput, Tool } from '../tool.js';
import { executeTool } from './execute-tool.js';
import { announceCall, recordResult, reportCall, startEntry } from './record-call.js';
import { failure, type ToolAttempt } from './tool-attempt.js';
import type { SettledToolCall, ToolCall, ToolCallEnvironment } from './tool-call.js';

/**
 * The one way a tool runs: for a call of the model's in the loop, and for a call that the journal kept. Resolves
 * for every outcome; rejects only when the journal cannot be written.
 */
export async function runToolCall(call: ToolCall, env: ToolCallEnvironment): Promise<SettledToolCall> {
  const startedAt = performance.now();
  if (!call.announced) announceCall(call, env);
  const tool = env.tools.get(call.toolName);
  try {
    const attempt = await attemptToolCall(call, tool, env);
    const shown = { ...attempt, result: visibleTo(env, attempt.result) };
    return await recordResult(call, shown, { overflow: tool?.overflow ?? 'head', startedAt }, env);
  } catch (fault) {
    const { outcome, result } = failure('interrupted', 'The record of this call could not be kept.', tool);
    reportCall(call, { ...result, outcome, durationMs: performance.now() - startedAt }, env);
    throw fault;
  }
}

async function attemptToolCall(
  call: ToolCall,
  tool: Tool | undefined,
  env: ToolCallEnvironment,
): Promise<ToolAttempt> {
  if (!tool) return failure('unknown-tool', unknownToolText(call.toolName, env));
  if (!call.arguments.usable) return failure(call.arguments.outcome, call.arguments.fault, tool);
  const input = await parseInput(tool, call.arguments.value, env.signal);
  if (input === 'aborted' || env.signal.aborted)
    return failure('aborted', 'Aborted before the tool started.', tool);
  if (!input.ok) return failure('invalid-input', invalidInputText(tool, input.issues), tool);
  await env.journal([startEntry(call, call.arguments.value, env.operationId)]);
  return executeTool(tool, input.value, call, env);
}

/** A schema may check asynchronously, and take its time. */
async function parseInput(tool: Tool, value: unknown, signal: AbortSignal): Promise<ParsedInput | 'aborted'> {
  let stop = () => {};
  const aborted = new Promise<'aborted'>((resolve) => {
    stop = () => resolve('aborted');
  });
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([tool.parse(value), aborted]);
  } catch (error) {
    return { ok: false, issues: [`the tool's schema failed: ${errorText(error)}`] };
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** A model that takes text only would be sent a picture that its provider drops, and nobody would know. */
function visibleTo(env: ToolCallEnvironment, result: Required<ToolResult>): Required<ToolResult> {
  if (env.acceptsImages || !result.content.some((part) => part.type === 'image')) return result;
  env.emit({
    type: 'log',
    level: 'warn',
    message: 'The model takes text only; an image of a tool was left out.',
  });
  const content = result.content.map((part) =>
    part.type === 'image'
      ? { type: 'text' as const, text: '(an image, which this model cannot be shown)' }
      : part,
  );
  return { ...result, content };
}

function unknownToolText(name: string, env: ToolCallEnvironment): string {
  const names = [...env.tools.keys()];
  const offered = names.length > 0 ? `Available tools: ${names.join(', ')}.` : 'No tools are available.';
  return `Unknown tool ${JSON.stringify(name.slice(0, 100))}. ${offered}`;
}

function invalidInputText(tool: Tool, issues: readonly string[]): string {
  return `The arguments do not fit the tool "${tool.name}":\n${issues.map((issue) => `- ${issue}`).join('\n')}`;
}

import type { ToolResultEntry, ToolStartEntry } from '../../ports/journal-entry.js';
import type { StoredBlob } from '../../ports/session-store.js';
import { shapeResult } from './shape-result.js';
import type { ToolAttempt } from './tool-attempt.js';
import type { SettledToolCall, ToolCall, ToolCallEnvironment } from './tool-call.js';

/** Where a call is kept and told. */
export type CallRecord = Pick<ToolCallEnvironment, 'operationId' | 'journal' | 'emit'>;

/** Tell that a call begins. Events hold copies: a listener that changes one must not change the call. */
export function announceCall(call: ToolCall, { emit }: Pick<CallRecord, 'emit'>): void {
  const args = call.arguments.usable ? structuredClone(call.arguments.value) : {};
  emit({ type: 'tool_start', toolName: call.toolName, toolCallId: call.toolCallId, args });
}

export function startEntry(
  { toolCallId, toolName }: ToolCall,
  input: unknown,
  operationId: string,
): ToolStartEntry {
  return { type: 'tool_start', operationId, toolCallId, toolName, input };
}

/** Shape how a call ended, keep it, and then tell it. @throws {StoreError} it could not be kept; nothing was told */
export async function recordResult(
  call: ToolCall,
  { outcome, result: whole }: ToolAttempt,
  { overflow, startedAt }: { overflow: 'head' | 'tail'; startedAt: number },
  record: CallRecord,
): Promise<SettledToolCall> {
  const { result, blobs } = shapeResult(whole, overflow);
  const settled = { ...result, outcome, durationMs: performance.now() - startedAt };
  await record.journal([resultEntry(call, settled, record.operationId, blobs)], blobs);
  reportCall(call, settled, record);
  return settled;
}

/** Tell how a call ended: exactly once for each that was announced. */
export function reportCall(
  call: ToolCall,
  settled: SettledToolCall,
  { emit }: Pick<CallRecord, 'emit'>,
): void {
  const { content, details, isError, outcome, durationMs } = settled;
  const { toolName, toolCallId } = call;
  const result = structuredClone({ content, details });
  emit({ type: 'tool_call', toolName, toolCallId, isError, outcome, result, durationMs });
}

function resultEntry(
  { toolCallId, toolName }: ToolCall,
  { outcome, isError, content, details, durationMs }: SettledToolCall,
  operationId: string,
  blobs: readonly StoredBlob[],
): ToolResultEntry {
  return {
    type: 'tool_result',
    operationId,
    toolCallId,
    toolName,
    outcome,
    isError,
    content,
    details,
    ...(blobs.length === 0 ? {} : { blobs: blobs.map(({ digest }) => digest) }),
    durationMs,
    timestamp: Date.now(),
  };
}

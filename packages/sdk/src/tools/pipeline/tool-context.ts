import type { ToolContext, ToolUpdate } from '../../ports/tool.js';
import { jsonCopy } from './json-text.js';
import type { ToolCall, ToolCallEnvironment } from './tool-call.js';

/** The second argument of `execute`: the controller's own signal with the call's surroundings as fields. */
export function createToolContext(
  controller: AbortController,
  call: ToolCall,
  env: ToolCallEnvironment,
): { context: ToolContext; settle(): void } {
  let settled = false;
  const { toolCallId, toolName } = call;
  const signal = controller.signal;
  const fields = {
    signal,
    cwd: env.sandbox.cwd,
    sessionId: env.sessionId,
    toolCallId,
    toolName,
    sandbox: env.sandbox,
    onUpdate(update: ToolUpdate) {
      if (!settled) env.emit({ type: 'tool_update', toolCallId, ...pickUpdate(update) });
    },
    // Ids only: a signal refers to itself, and a sandbox is nobody's log line.
    toJSON: () => ({ sessionId: env.sessionId, toolCallId, toolName }),
  };
  Object.defineProperty(signal, 'messages', { enumerable: true, get: () => env.messages() });
  return {
    context: Object.assign(signal, fields) as typeof signal & typeof fields & Pick<ToolContext, 'messages'>,
    settle,
  };

  function settle() {
    settled = true;
  }
}

function pickUpdate(update: ToolUpdate): ToolUpdate {
  return {
    ...(update.text === undefined ? {} : { text: String(update.text) }),
    ...(update.details === undefined ? {} : { details: jsonCopy(update.details) }),
  };
}

import type { Tool } from '../tool.js';
import { modelErrorText } from './model-error-text.js';
import { readToolResult } from './read-tool-result.js';
import { failure, type ToolAttempt } from './tool-attempt.js';
import type { ToolCall, ToolCallEnvironment } from './tool-call.js';
import { createToolContext } from './tool-context.js';

/** How long a tool may still finish by itself after its call was aborted or timed out. */
const GRACE_MS = 400;

/** Run the author's code under its own signal; settles also when the code does not. */
export async function executeTool(
  tool: Tool,
  input: unknown,
  call: ToolCall,
  env: ToolCallEnvironment,
): Promise<ToolAttempt> {
  // The signal may have aborted while the call was being kept; a listener would not hear of it any more.
  if (env.signal.aborted) return failure('aborted', 'Aborted before the tool started.', tool);
  const controller = new AbortController();
  const { context, settle } = createToolContext(controller, call, env);
  const stop = stopOnAbortOrTimeout(controller, tool, env.signal);
  try {
    return await Promise.race([attempt(), stop.gaveUp]);
  } finally {
    stop.dispose();
    settle();
  }

  async function attempt(): Promise<ToolAttempt> {
    try {
      return readToolResult(tool, await tool.execute(input, context, env.services));
    } catch (error) {
      return stop.reason() ?? failure('threw', modelErrorText(error), tool);
    }
  }
}

function stopOnAbortOrTimeout(controller: AbortController, tool: Tool, operation: AbortSignal) {
  let why: ToolAttempt | undefined;
  let giveUp: (attempt: ToolAttempt) => void;
  let grace: NodeJS.Timeout | undefined;
  const gaveUp = new Promise<ToolAttempt>((resolve) => {
    giveUp = resolve;
  });

  const end = (attempt: ToolAttempt, reason: unknown) => {
    if (why) return;
    why = attempt;
    controller.abort(reason);
    grace = setTimeout(() => giveUp(attempt), GRACE_MS);
  };
  const onAbort = () => end(failure('aborted', 'Aborted before the tool finished.', tool), operation.reason);
  const onTimeout = () => {
    const text = `The tool "${tool.name}" did not finish within ${tool.timeoutMs} ms and was stopped.`;
    end(failure('timeout', text, tool), new DOMException(text, 'TimeoutError'));
  };

  operation.addEventListener('abort', onAbort, { once: true });
  const timer = tool.timeoutMs === undefined ? undefined : setTimeout(onTimeout, tool.timeoutMs);
  return {
    /** Settles when the tool was told to stop and did not. */
    gaveUp,
    /** What the call amounts to if the tool throws because it was stopped. */
    reason: () => why,
    dispose() {
      operation.removeEventListener('abort', onAbort);
      clearTimeout(timer);
      clearTimeout(grace);
    },
  };
}

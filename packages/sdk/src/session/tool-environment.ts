import type { LoopModel } from '../loop/models/resolve-model.js';
import type { ToolCallEnvironment } from '../tools/pipeline/tool-call.js';
import type { Tool, ToolServices } from '../tools/tool.js';
import type { Operation } from './operation.js';
import type { Session } from './session.js';

/** What a tool call of this operation may touch, in the loop or for a call that the journal kept. */
export function toolEnvironment(
  session: Session,
  operation: Operation,
  tools: ReadonlyMap<string, Tool>,
  delegate: ToolServices['delegate'],
  model: LoopModel,
): ToolCallEnvironment {
  return {
    tools,
    sandbox: session.sandbox,
    services: { locks: session.world.locks, delegate },
    sessionId: session.sessionId,
    operationId: operation.id,
    acceptsImages: model.pi.input.includes('image'),
    messages: () => session.history(),
    signal: operation.signal,
    journal: operation.append,
    emit: operation.emitter.emit,
  };
}

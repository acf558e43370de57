import { OptionError } from '../../errors/option-error.js';
import { readContextFiles } from '../../instructions/context-files.js';
import { systemPrompt } from '../../instructions/system-prompt.js';
import type { LoopModel } from '../../loop/models/resolve-model.js';
import { createReplyCalls, type ReplyCalls } from '../../loop/reply-calls.js';
import type { RequestSettings } from '../../loop/request-reply.js';
import { type ModelLoop, runModelLoop } from '../../loop/run-model-loop.js';
import type { AssistantMessage, UserMessage } from '../../ports/message.js';
import { addUsage } from '../../ports/usage.js';
import { runToolCall } from '../../tools/pipeline/run-tool-call.js';
import type { ToolCallEnvironment } from '../../tools/pipeline/tool-call.js';
import type { ToolServices } from '../../tools/tool.js';
import type { PromptOptions, PromptResponse } from '../call-options.js';
import { createDelegate } from '../delegate.js';
import { type OfferedTools, offerTools } from '../offered-tools.js';
import type { Operation } from '../operation.js';
import type { Session } from '../session.js';

/** One question to the model, with everything it does before it answers. */
export function preparePrompt(session: Session, operation: Operation, text: string, options: PromptOptions) {
  const model = chooseModel(session, options, 'prompt');
  const settings = requestSettings(session, options);
  const custom = [...session.settings.tools, ...(options.tools ?? [])];
  const delegate = createDelegate(session, operation, { model, settings, custom });
  const calls = createReplyCalls({
    usedIds: session.journal.conversation.toolCallIds,
    maxToolCallsPerTurn: session.settings.maxToolCallsPerTurn,
    runTool: (call) => runToolCall(call, environment),
  });
  const builtins = session.settings.builtins.filter((tool) => delegate || tool.name !== 'task');
  const tools = offerTools(builtins, custom, (list, run) => session.createCustomTools(list, run), calls.run);
  const environment = toolEnvironment(session, operation, tools, delegate);

  return async (): Promise<PromptResponse> => {
    const contextFiles = await readContextFiles(session.sandbox);
    const message: UserMessage = { role: 'user', content: text, timestamp: Date.now() };
    const history = [...session.journal.conversation.messages];
    await operation.append([{ type: 'user_message', operationId: operation.id, source: source(session), message }]);
    const reply = await converse(session, operation, {
      model,
      settings,
      systemPrompt: systemPrompt({ cwd: session.sandbox.cwd, contextFiles }),
      history,
      prompt: message,
      tools,
      calls,
    });
    return response(reply, operation, model, calls);
  };
}

/** @throws {OptionError} no model is named anywhere */
export function chooseModel(session: Session, options: PromptOptions, verb: string): LoopModel {
  if (options.model !== undefined) return session.settings.resolveModel(options.model, `${verb}({ model })`);
  if (session.settings.model) return session.settings.model;
  throw new OptionError(`${verb}() has no model: init({ model: false }) means that each call names one.`, {
    hint: `Pass ${verb}(text, { model: 'provider/id' }).`,
  });
}

/** The request settings of a call: the harness's, with what the call sets itself. */
export function requestSettings(session: Session, { thinkingLevel }: PromptOptions): RequestSettings {
  const { request } = session.settings;
  return thinkingLevel === undefined ? request : { ...request, thinkingLevel };
}

type Question = Pick<ModelLoop, 'model' | 'settings' | 'systemPrompt' | 'history' | 'prompt' | 'calls'> & {
  tools: OfferedTools;
};

async function converse(session: Session, operation: Operation, question: Question): Promise<AssistantMessage> {
  const { tools, ...rest } = question;
  session.steering.open();
  try {
    return await runModelLoop({
      ...rest,
      agentTools: tools.agentTools,
      modelTools: tools.modelTools,
      maxTurns: session.settings.maxTurns,
      cacheKey: session.sessionId,
      signal: operation.signal,
      steering: session.steering.take,
      emit: operation.emitter.emit,
      onUsage: (usage) => addUsage(operation.usage, usage),
      onMessage: (message) => operation.append([messageEntry(operation.id, message)]),
    });
  } finally {
    session.steering.close();
  }
}

function messageEntry(operationId: string, message: UserMessage | AssistantMessage) {
  return message.role === 'user'
    ? { type: 'user_message' as const, operationId, source: 'steer' as const, message }
    : { type: 'assistant_message' as const, operationId, message };
}

function toolEnvironment(
  session: Session,
  operation: Operation,
  tools: OfferedTools,
  delegate: ToolServices['delegate'],
): ToolCallEnvironment {
  return {
    tools: tools.byName,
    sandbox: session.sandbox,
    services: { locks: session.world.locks, delegate },
    sessionId: session.sessionId,
    operationId: operation.id,
    messages: () => session.journal.conversation.messages,
    signal: operation.signal,
    journal: operation.append,
    emit: operation.emitter.emit,
  };
}

function response(
  reply: AssistantMessage,
  operation: Operation,
  model: LoopModel,
  calls: ReplyCalls,
): PromptResponse {
  return {
    text: reply.content.map((block) => (block.type === 'text' ? block.text : '')).join(''),
    usage: operation.usage,
    model: { id: model.pi.id },
    stopReason: reply.stopReason,
    toolCalls: calls.count,
  };
}

function source(session: Session): 'prompt' | 'task' {
  return session.key.task === undefined ? 'prompt' : 'task';
}

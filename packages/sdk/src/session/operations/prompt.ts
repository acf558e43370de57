import { readContextFiles } from '../../instructions/context-files.js';
import { findSkills } from '../../instructions/skill.js';
import { systemPrompt } from '../../instructions/system-prompt.js';
import type { LoopModel } from '../../loop/models/resolve-model.js';
import { createReplyCalls, type ReplyCalls } from '../../loop/reply-calls.js';
import { type ModelLoop, runModelLoop } from '../../loop/run-model-loop.js';
import type { JournalEntry, RefusedCall } from '../../ports/journal-entry.js';
import type { AssistantMessage, ImageContent, UserMessage } from '../../ports/message.js';
import { addUsage } from '../../ports/usage.js';
import { runToolCall } from '../../tools/pipeline/run-tool-call.js';
import type { PromptResponse, ShapedOptions } from '../call-options.js';
import { callSettings } from '../call-settings.js';
import { compact, compactIfNeeded } from '../compaction/compact.js';
import { textTokens } from '../compaction/estimate-tokens.js';
import { createDelegate } from '../delegate.js';
import { type OfferedTools, offerTools } from '../offered-tools.js';
import type { Operation } from '../operation.js';
import { type ResultShape, readResultShape } from '../result-shape.js';
import type { Session } from '../session.js';
import { toolEnvironment } from '../tool-environment.js';

/** What sets a prompt apart that was not asked for by `prompt()`. */
export interface PromptOrigin {
  readonly source: 'prompt' | 'skill' | 'task';
  /** The only tools to offer, by name. */
  readonly allowed?: readonly string[];
}

/** One question to the model, with everything it does before it answers. */
export function preparePrompt(
  session: Session,
  operation: Operation,
  text: string,
  options: ShapedOptions,
  origin: PromptOrigin = { source: session.key.task === undefined ? 'prompt' : 'task' },
) {
  const shape = readResultShape(options, origin.source);
  const settings = callSettings(session, options, origin.source);
  const { model, request, role, custom } = settings;
  const delegate = createDelegate(session, operation, settings);
  const calls = createReplyCalls({
    usedIds: session.journal.conversation.toolCallIds,
    maxToolCallsPerTurn: session.settings.maxToolCallsPerTurn,
    runTool: (call) => runToolCall(call, environment),
  });
  const builtins = session.settings.builtins.filter((tool) => delegate || tool.name !== 'task');
  const tools = offerTools(
    { builtins, custom, result: shape?.tools ?? [], allowed: origin.allowed },
    (list, run) => session.createCustomTools(list, run),
    calls.run,
  );
  const environment = toolEnvironment(session, operation, tools.byName, delegate, model);

  return async (): Promise<unknown> => {
    const [contextFiles, skills] = await Promise.all([
      readContextFiles(session.sandbox),
      findSkills(session.sandbox),
    ]);
    const message = userMessage(text, options.images);
    await operation.append([
      { type: 'user_message', operationId: operation.id, source: origin.source, message },
    ]);
    const answer = await converse(session, operation, {
      model,
      settings: request,
      systemPrompt: systemPrompt({
        cwd: session.sandbox.cwd,
        contextFiles,
        skills,
        instructions: session.settings.instructions,
        role,
        taskRoles: builtins.some(({ name }) => name === 'task') ? [...session.settings.roles.values()] : [],
        result: shape !== undefined,
      }),
      tools,
      calls,
      shape,
    });
    const plain = response(answer.reply, operation, answer.model, calls);
    return shape ? shape.respond(plain) : plain;
  };
}

function userMessage(text: string, images: readonly ImageContent[] = []): UserMessage {
  const content = images.length === 0 ? text : [{ type: 'text' as const, text }, ...images];
  return { role: 'user', content, timestamp: Date.now() };
}

type Question = Pick<ModelLoop, 'model' | 'settings' | 'systemPrompt' | 'calls'> & {
  tools: OfferedTools;
  shape: ResultShape | undefined;
};

async function converse(
  session: Session,
  operation: Operation,
  question: Question,
): Promise<{ reply: AssistantMessage; model: LoopModel }> {
  const { tools, shape, ...rest } = question;
  const { model } = rest;
  const overhead = textTokens(rest.systemPrompt + JSON.stringify(tools.modelTools));
  const conversation = session.journal.conversation;
  session.steering.open();
  try {
    return await runModelLoop({
      ...rest,
      agentTools: tools.agentTools,
      modelTools: tools.modelTools,
      retries: session.settings.retries,
      maxTurns: session.settings.maxTurns,
      cacheKey: session.sessionId,
      signal: operation.signal,
      async context() {
        await compactIfNeeded(session, operation, model, overhead);
        return conversation.context();
      },
      async smallerContext() {
        const smaller =
          session.settings.compaction.enabled && (await compact(session, operation, model, 'overflow'));
        return smaller ? conversation.context() : undefined;
      },
      isDone: () => shape?.isAnswered() ?? false,
      steering: (last) => reminded(session.steering.take(last && !shape?.needsReminder()), last, shape),
      emit: operation.emitter.emit,
      onUsage: (usage) => addUsage(operation.usage, usage),
      onMessage: (message, refused) => operation.append([messageEntry(operation.id, message, refused)]),
    });
  } finally {
    session.steering.close();
  }
}

/** When the model would stop without a result, it is told so. */
function reminded(messages: UserMessage[], last: boolean, shape: ResultShape | undefined): UserMessage[] {
  if (!last || messages.length > 0 || !shape?.needsReminder()) return messages;
  return [userMessage(shape.remind())];
}

function messageEntry(
  operationId: string,
  message: UserMessage | AssistantMessage,
  refused: Record<string, RefusedCall> = {},
): JournalEntry {
  if (message.role === 'user') return { type: 'user_message', operationId, source: 'steer', message };
  const entry = { type: 'assistant_message' as const, operationId, message };
  return Object.keys(refused).length === 0 ? entry : { ...entry, refused };
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

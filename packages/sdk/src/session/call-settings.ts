import { OptionError } from '../errors/option-error.js';
import { type Role, requireRole } from '../instructions/role.js';
import type { RequestSettings } from '../loop/asking/request-reply.js';
import type { LoopModel } from '../loop/models/resolve-model.js';
import type { ToolDef } from '../ports/tool.js';
import type { PromptOptions } from './call-options.js';
import type { SessionSettings } from './session-settings.js';

/** What one call works with, once its own options, its role and the harness have had their say. */
export interface CallSettings {
  readonly model: LoopModel;
  readonly role: Role | undefined;
  readonly request: RequestSettings;
  /** Global custom tools, then those of the call. */
  readonly custom: readonly ToolDef[];
}

/** @throws {OptionError} an unknown role, no model, or images for a model that takes none; {UnknownModelError} */
export function callSettings(
  { settings, role: sessionRole }: { settings: SessionSettings; role: string | undefined },
  options: PromptOptions,
  verb: string,
): CallSettings {
  const role = requireRole(settings.roles, options.role ?? sessionRole ?? settings.role, `${verb}({ role })`);
  const model = chooseModel(settings, options, role, verb);
  checkImageInput(model, options, verb);
  return {
    model,
    role,
    request: requestSettings(settings.request, options, role),
    custom: [...settings.tools, ...(options.tools ?? [])],
  };
}

/** Call, then role, then harness (DESIGN section 5). */
function chooseModel(
  settings: SessionSettings,
  options: PromptOptions,
  role: Role | undefined,
  verb: string,
): LoopModel {
  if (options.model !== undefined) return settings.resolveModel(options.model, `${verb}({ model })`);
  if (role?.model !== undefined) return settings.resolveModel(role.model, `the model of role "${role.name}"`);
  if (settings.model) return settings.model;
  throw new OptionError(`${verb}() has no model: init({ model: false }) means that each call names one.`, {
    hint: `Pass ${verb}(text, { model: 'provider/id' }).`,
  });
}

/** pi would leave the image out and tell nobody. */
function checkImageInput(model: LoopModel, { images = [] }: PromptOptions, verb: string): void {
  if (images.length === 0 || model.pi.input.includes('image')) return;
  throw new OptionError(`${verb}({ images }): ${model.name} takes text only.`, {
    hint: "Choose a model with vision, or declare input: ['text', 'image'] where you register it.",
  });
}

function requestSettings(
  harness: RequestSettings,
  options: PromptOptions,
  role: Role | undefined,
): RequestSettings {
  return {
    temperature: options.temperature ?? harness.temperature,
    maxTokens: options.maxTokens ?? harness.maxTokens,
    thinkingLevel: options.thinkingLevel ?? role?.thinkingLevel ?? harness.thinkingLevel,
    headers: { ...harness.headers, ...options.headers },
  };
}

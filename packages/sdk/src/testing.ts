export { parseScript } from './testing/parse-script.js';
export type {
  Script,
  ScriptCondition,
  ScriptError,
  ScriptErrorKind,
  ScriptErrorPoint,
  ScriptInput,
  ScriptModelSettings,
  ScriptReply,
  ScriptReplyFunction,
  ScriptReplyInput,
  ScriptToolCall,
  ScriptUsage,
} from './testing/script.js';
export { type ScriptedModel, type ScriptedModelOptions, scriptedModel } from './testing/scripted-model.js';
export {
  type ScriptedServer,
  type ScriptedServerOptions,
  startScriptedServer,
} from './testing/scripted-server.js';
export type { ServedRequest } from './testing/wire/answer-request.js';

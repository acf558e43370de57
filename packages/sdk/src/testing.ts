export type { ContractRunner } from './testing/contract-runner.js';
export { parseScript } from './testing/parse-script.js';
export {
  type SandboxAbilities,
  type SandboxContractOptions,
  type SandboxSubject,
  sandboxContract,
} from './testing/sandbox-contract.js';
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
export { type SessionStoreContractOptions, sessionStoreContract } from './testing/session-store-contract.js';
export type { ServedRequest } from './testing/wire/answer-request.js';

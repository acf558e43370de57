export { Type } from '@sinclair/typebox';
export type { AgentHandler, FlueContext, FlueLogger } from './agent/flue-context.js';
export { type AgentRun, type RunAgentOptions, type RunResult, runAgent } from './agent/run-agent.js';
export { AbortError } from './errors/abort-error.js';
export { AgentLoadError } from './errors/agent-load-error.js';
export { errorText } from './errors/error-text.js';
export { FlueError } from './errors/flue-error.js';
export { MissingKeyError } from './errors/missing-key-error.js';
export { NoResultError } from './errors/no-result-error.js';
export { OptionError } from './errors/option-error.js';
export { PathError, type PathErrorReason } from './errors/path-error.js';
export { ProviderError } from './errors/provider-error.js';
export { SandboxError } from './errors/sandbox-error.js';
export { SessionBusyError } from './errors/session-busy-error.js';
export { SessionExistsError } from './errors/session-exists-error.js';
export { SessionIdleError } from './errors/session-idle-error.js';
export { SessionNotFoundError } from './errors/session-not-found-error.js';
export { StoreError } from './errors/store-error.js';
export { ToolError } from './errors/tool-error.js';
export { TurnLimitError } from './errors/turn-limit-error.js';
export { UnknownModelError } from './errors/unknown-model-error.js';
export type { EventListener } from './events/emitter.js';
export type { EventBody, EventError, EventStamp, FlueEvent } from './events/event.js';
export type { OperationKind, ToolOutcome } from './events/vocabulary.js';
export type { FlueHarness, FlueSessions, SessionOptions } from './harness/flue-harness.js';
export { init } from './harness/init.js';
export type { InitOptions } from './harness/init-options.js';
export type { Role } from './instructions/role.js';
export type { Instructions } from './instructions/system-prompt.js';
export type { RetryPolicy } from './loop/asking/next-try.js';
export {
  configureProvider,
  type ProviderApi,
  type ProviderModel,
  type ProviderRegistration,
  type ProviderSettings,
  registerProvider,
} from './loop/models/provider-registry.js';
export type {
  LanguageModel,
  ModelEvent,
  ModelRequest,
  ModelTool,
  ThinkingLevel,
} from './ports/language-model.js';
export type {
  AssistantMessage,
  ImageContent,
  Message,
  StopReason,
  TextContent,
  ThinkingContent,
  ToolCallContent,
  ToolResultMessage,
  Usage,
  UserMessage,
} from './ports/message.js';
export type {
  ByteRange,
  DirectoryEntry,
  ExecCommand,
  ExecHandle,
  ExecOptions,
  ExecOutput,
  ExecResult,
  FileStat,
  FileWrite,
  Sandbox,
  SandboxCapabilities,
  SandboxFiles,
  SandboxProvider,
} from './ports/sandbox.js';
export type { BashFactory, BashLike, SandboxFactory, SessionEnv, ShellResult } from './ports/session-env.js';
export type { SessionKey } from './ports/session-key.js';
export type { SessionStore } from './ports/session-store.js';
export type {
  InferSchema,
  JsonSchema,
  ToolContext,
  ToolDef,
  ToolResult,
  ToolSchema,
  ToolUpdate,
} from './ports/tool.js';
export type { CallHandle } from './session/call-handle.js';
export type {
  CompactOptions,
  CompactResponse,
  PromptOptions,
  PromptResponse,
  ResultOption,
  SchemaOption,
  SchemaResponse,
  ShellOptions,
  SkillOptions,
  TaskOptions,
} from './session/call-options.js';
export type { FlueSession } from './session/flue-session.js';
export type { CompactionSettings } from './session/session-settings.js';
export { BUILTIN_TOOL_NAMES, type BuiltinToolName } from './tools/builtin-tool-names.js';
export { defineTool, type TypedTool } from './tools/define-tool.js';

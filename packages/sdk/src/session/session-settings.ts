import type { Emitter } from '../events/emitter.js';
import type { Roles } from '../instructions/role.js';
import type { Instructions } from '../instructions/system-prompt.js';
import type { RequestSettings } from '../loop/asking/request-reply.js';
import type { LoopModel } from '../loop/models/resolve-model.js';
import type { RetrySettings } from '../loop/run-model-loop.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { Sandbox } from '../ports/sandbox.js';
import type { SessionOwner, SessionStore } from '../ports/session-store.js';
import type { ToolDef } from '../ports/tool.js';
import type { PathLocks } from '../tools/path-locks.js';
import type { Tool } from '../tools/tool.js';

/** What a harness decided once for its sessions. */
export interface SessionSettings {
  /** Absent when every call must name its own. */
  readonly model: LoopModel | undefined;
  /** @throws {OptionError} {UnknownModelError} */
  resolveModel(model: string | LanguageModel, where: string): LoopModel;
  readonly request: RequestSettings;
  readonly retries: RetrySettings;
  readonly instructions?: Instructions;
  readonly roles: Roles;
  /** The role of calls that name none. */
  readonly role?: string;
  /** Custom tools of every call, already checked. */
  readonly tools: readonly ToolDef[];
  /** Built-in tools that are switched on, in their order. */
  readonly builtins: readonly Tool[];
  readonly compaction: CompactionSettings;
  /** Most replies of one call. */
  readonly maxTurns: number;
  readonly maxToolCallsPerTurn: number;
}

/** When and how a long conversation is cut down to a summary and its latest messages. */
export interface CompactionSettings {
  /** By threshold and on overflow. `session.compact()` works either way. */
  readonly enabled: boolean;
  /** Tokens of the window to leave free; nearer to its end the conversation is compacted. */
  readonly reserveTokens: number;
  /** Tokens of the latest messages to keep as they are; at most half of the window. */
  readonly keepRecentTokens: number;
  /** Writes the summaries. Default: the model of the call. */
  readonly model?: string;
  /** Added to what the model is told of how to summarise. */
  readonly instructions?: string;
}

/** The world that a session works in. */
export interface SessionWorld {
  readonly store: SessionStore;
  readonly sandbox: Sandbox;
  readonly locks: PathLocks;
  readonly emitter: Emitter;
  /** Aborts every call, for example with the run they belong to. */
  readonly signal?: AbortSignal;
  readonly owner: SessionOwner;
  /** Outputs of the sessions that delegated this one, by digest. */
  readonly readBlob?: (digest: string) => Promise<Uint8Array | undefined>;
}

/** How deep tasks may nest (DESIGN section 5). */
export const MAX_TASK_DEPTH = 4;

import type { Emitter } from '../events/emitter.js';
import type { RoleSource } from '../instructions/role.js';
import type { LanguageModel } from '../ports/language-model.js';
import type { SessionStore } from '../ports/session-store.js';

/** What a harness belongs to: the run of an agent, or nothing for a standalone `init()`. */
export interface HarnessScope {
  readonly agent: string;
  readonly id: string;
  readonly emitter: Emitter;
  /** Roles of the project. */
  readonly roles?: Readonly<Record<string, RoleSource>>;
  /** Used for every call, whatever the script names. */
  readonly model?: string | LanguageModel;
  readonly store?: SessionStore;
  /** Aborts every call with the run. */
  readonly signal?: AbortSignal;
}

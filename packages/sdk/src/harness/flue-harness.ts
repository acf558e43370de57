import type { SandboxFiles } from '../ports/sandbox.js';
import type { ShellResult } from '../ports/session-env.js';
import type { CallHandle } from '../session/call-handle.js';
import type { ShellOptions } from '../session/call-options.js';
import type { FlueSession } from '../session/flue-session.js';

/** What `init()` returns: sessions over one sandbox. */
export interface FlueHarness extends AsyncDisposable {
  /** The agent's instance. */
  readonly id: string;
  readonly name: string;
  /** Open a session, or get the one that is open already. Default name `default`. */
  session(name?: string, options?: SessionOptions): Promise<FlueSession>;
  readonly sessions: FlueSessions;
  /** Run a command in the sandbox without any session knowing of it. */
  shell(command: string, options?: ShellOptions): CallHandle<ShellResult>;
  /** Files of the sandbox. Relative paths start from the harness's `cwd`. */
  readonly fs: SandboxFiles;
  /** Abort what runs, let go of the sessions and dispose of the sandbox. Idempotent; `await using` calls it. */
  close(): Promise<void>;
}

export interface FlueSessions {
  /** @throws {SessionNotFoundError} */
  get(name?: string, options?: SessionOptions): Promise<FlueSession>;
  /** @throws {SessionExistsError} */
  create(name?: string, options?: SessionOptions): Promise<FlueSession>;
  /** Nothing happens if there is none. @throws {SessionBusyError} while a call of this harness runs on it */
  delete(name?: string): Promise<void>;
}

export interface SessionOptions {
  /** The role of the session's calls that name none. Default: the harness's. */
  role?: string;
}

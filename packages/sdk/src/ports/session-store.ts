import type { JournalEntry, StoredEntry } from './journal-entry.js';
import type { SessionKey } from './session-key.js';

/**
 * Where sessions live: an append-only log per key. Each session has one owner at a time; every write carries
 * the owner's fencing token, so an owner that was taken over can write nothing more. Order is by sequence,
 * never by clock. Adapters in `adapters/store/` implement it; `sessionStoreContract` in `./testing` checks one.
 */
export interface SessionStore {
  /** True when an acknowledged entry survives the death of the process. */
  readonly durable: boolean;

  /**
   * Become the owner of a session, creating it if `mode` allows. Waits up to `waitMs` (15,000) for an owner
   * that is alive to let go. Components of keys are valid by `keyComponentFault`; equal as text, they are equal.
   * @throws {SessionNotFoundError} `mode: 'existing'` and there is none; {SessionExistsError} `mode: 'new'` and
   * there is one; {AbortError} `signal` aborted, with its reason as `cause`; {StoreError} busy, or the store failed.
   */
  open(key: SessionKey, options: OpenOptions): Promise<SessionLease>;

  /** Entries after `after` (0), in order, at most `limit` (all). Needs no lease; a missing session has none. */
  read(key: SessionKey, options?: { after?: number; limit?: number }): Promise<StoredEntry[]>;

  /**
   * Add entries, all or none, with the blobs that they name (`ToolResultEntry.blobs`). The head becomes `expectedHead + entries.length`.
   * Entries are kept as JSON text, so that NUL, lone surrogates and any key come back as they were; a database's
   * own JSON type may refuse those.
   * @throws {StoreError} when the lease is lost, the head is another, the session was deleted, or an entry is not
   * JSON; nothing is written then.
   */
  append(
    lease: SessionLease,
    expectedHead: number,
    entries: readonly JournalEntry[],
    blobs?: readonly StoredBlob[],
  ): Promise<void>;

  /** Lengthen a lease. @throws {StoreError} when it is lost. */
  renew(lease: SessionLease): Promise<void>;
  /** Let go of a session; nothing happens if the lease is lost already. */
  release(lease: SessionLease): Promise<void>;

  /** Sessions whose key has these components, in code-unit order of `formatSessionKey`, from after `after`. */
  list(filter?: SessionFilter): Promise<SessionInfo[]>;

  /**
   * Remove a session, the sessions of its tasks and their blobs, whoever owns them: their next append fails.
   * Who opens the key again gets an empty session and a higher token. False when there was none.
   */
  delete(key: SessionKey): Promise<boolean>;

  /** A blob of the session by its digest. Undefined when there is none. */
  readBlob(key: SessionKey, digest: string): Promise<Uint8Array | undefined>;

  /** Close connections and files. Idempotent. */
  close(): Promise<void>;
}

/** Who owns a session: a dead process of the same host can be told from one that is alive. */
export interface SessionOwner {
  readonly host: string;
  readonly pid: number;
  /** Tells two owners in one process apart. */
  readonly nonce: string;
}

export interface OpenOptions {
  mode: 'existing' | 'new' | 'any';
  owner: SessionOwner;
  waitMs?: number;
  signal?: AbortSignal;
}

/** Proof of ownership; carried in every write. */
export interface SessionLease {
  readonly key: SessionKey;
  /** Rises with every change of owner, also over a deletion: stores count on, they do not start again. */
  readonly token: number;
  /** Milliseconds between calls of `renew` that keep the lease; absent when it does not run out. */
  readonly renewEveryMs?: number;
  /** Sequence of the last entry when the lease was taken; 0 for a new session. */
  readonly head: number;
}

/** Content kept beside the log under its SHA-256 in hex. */
export interface StoredBlob {
  digest: string;
  bytes: Uint8Array;
}

export interface SessionFilter {
  agent?: string;
  id?: string;
  harness?: string;
  session?: string;
  /** Sessions of tasks too. Default false. */
  tasks?: boolean;
  after?: SessionKey;
  /** Default 1,000. */
  limit?: number;
}

export interface SessionInfo {
  key: SessionKey;
  head: number;
  /** Milliseconds since the epoch by the store's clock. */
  createdAt: number;
  updatedAt: number;
}

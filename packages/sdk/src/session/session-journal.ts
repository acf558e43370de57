import { StoreError } from '../errors/store-error.js';
import type { JournalEntry, StoredEntry } from '../ports/journal-entry.js';
import type { SessionKey } from '../ports/session-key.js';
import type { OpenOptions, SessionLease, SessionStore, StoredBlob } from '../ports/session-store.js';
import { Conversation, type UnansweredCall } from './conversation.js';

/** This process's hold on one session of a store: what it read, and the one place that writes to it. */
export class SessionJournal {
  readonly conversation = new Conversation();
  private head = 0;
  private waiting: Batch | undefined;
  private writing = false;

  private constructor(
    private readonly store: SessionStore,
    private readonly lease: SessionLease,
  ) {}

  /** @throws {SessionNotFoundError} {SessionExistsError} {StoreError} */
  static async open(store: SessionStore, key: SessionKey, options: OpenOptions): Promise<SessionJournal> {
    const journal = new SessionJournal(store, await store.open(key, options));
    try {
      await journal.load();
      return journal;
    } catch (error) {
      await journal.release();
      throw error;
    }
  }

  private async load(): Promise<void> {
    for (const stored of await this.store.read(this.key)) {
      checkVersion(stored);
      this.conversation.apply(stored);
      this.head = stored.seq;
    }
    await this.repair();
    if (this.head === 0) await this.append([{ type: 'session_start', version: VERSION }]);
  }

  /**
   * Give a result to every call that has none, because its process or its store failed: a conversation in which one
   * is missing is not valid. Explicit entries, so that the record says what happened.
   */
  async repair(): Promise<void> {
    const entries = this.conversation.unanswered().map(interruptedResult);
    if (entries.length > 0) await this.append(entries);
  }

  get key(): SessionKey {
    return this.lease.key;
  }

  /**
   * Keep entries, in the order of the calls. Calls that come while a write is under way go together in the next.
   * @throws {StoreError} nothing of the batch was kept
   */
  append(entries: readonly JournalEntry[], blobs: readonly StoredBlob[] = []): Promise<void> {
    this.waiting ??= createBatch();
    this.waiting.entries.push(...entries);
    this.waiting.blobs.push(...blobs);
    const { kept } = this.waiting;
    if (!this.writing) void this.write();
    return kept;
  }

  readBlob(digest: string): Promise<Uint8Array | undefined> {
    return this.store.readBlob(this.key, digest);
  }

  release(): Promise<void> {
    return this.store.release(this.lease);
  }

  private async write(): Promise<void> {
    this.writing = true;
    while (this.waiting) {
      const batch = this.waiting;
      this.waiting = undefined;
      try {
        await this.store.append(this.lease, this.head, batch.entries, batch.blobs);
        for (const entry of batch.entries) this.conversation.apply({ seq: ++this.head, entry });
        batch.resolve();
      } catch (error) {
        batch.reject(
          error instanceof StoreError
            ? error
            : new StoreError('failed', 'The session store failed.', { cause: error }),
        );
      }
    }
    this.writing = false;
  }
}

/** Of the vocabulary in `ports/journal-entry.ts`. */
const VERSION = 1;

function checkVersion({ seq, entry }: StoredEntry): void {
  const fault =
    typeof entry?.type !== 'string'
      ? `has no entry ${seq} that can be read`
      : seq === 1 && entry.type !== 'session_start'
        ? `begins with ${JSON.stringify(entry.type)}`
        : entry.type === 'session_start' && entry.version !== VERSION
          ? `is of version ${JSON.stringify(entry.version)}, and this SDK reads ${VERSION}`
          : undefined;
  if (fault === undefined) return;
  throw new StoreError('unreadable', `The session ${fault}.`, {
    hint: 'Open it with the version of this SDK that wrote it.',
  });
}

function interruptedResult({ operationId, toolCallId, toolName }: UnansweredCall): JournalEntry {
  const text = 'Interrupted: the process or its store failed while this call ran. What it did is not known.';
  return {
    type: 'tool_result',
    operationId,
    toolCallId,
    toolName,
    outcome: 'interrupted',
    isError: true,
    content: [{ type: 'text', text }],
    details: {},
    durationMs: 0,
    timestamp: Date.now(),
  };
}

interface Batch {
  entries: JournalEntry[];
  blobs: StoredBlob[];
  kept: Promise<void>;
  resolve(): void;
  reject(error: StoreError): void;
}

function createBatch(): Batch {
  let resolve!: () => void;
  let reject!: (error: StoreError) => void;
  const kept = new Promise<void>((onKept, onFailed) => {
    resolve = onKept;
    reject = onFailed;
  });
  return { entries: [], blobs: [], kept, resolve, reject };
}

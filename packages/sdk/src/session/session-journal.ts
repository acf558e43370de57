import { StoreError } from '../errors/store-error.js';
import type { JournalEntry } from '../ports/journal-entry.js';
import type { SessionKey } from '../ports/session-key.js';
import type { OpenOptions, SessionLease, SessionStore, StoredBlob } from '../ports/session-store.js';
import { Conversation } from './conversation.js';

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
    const lease = await store.open(key, options);
    const journal = new SessionJournal(store, lease);
    for (const { seq, entry } of await store.read(key)) {
      journal.conversation.apply(entry);
      journal.head = seq;
    }
    if (journal.head === 0) await journal.append([{ type: 'session_start', version: 1 }]);
    return journal;
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
        this.head += batch.entries.length;
        for (const entry of batch.entries) this.conversation.apply(entry);
        batch.resolve();
      } catch (error) {
        batch.reject(
          error instanceof StoreError ? error : new StoreError('The session store failed.', { cause: error }),
        );
      }
    }
    this.writing = false;
  }
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

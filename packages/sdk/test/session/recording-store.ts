import type { SessionStore } from '@flue/sdk';
import { memoryStore } from '../../src/adapters/store/memory.js';
import { StoreError } from '../../src/errors/store-error.js';
import type { JournalEntry } from '../../src/ports/journal-entry.js';

export interface RecordingStore extends SessionStore {
  /** One list for each append that was kept. */
  readonly appends: JournalEntry[][];
  readonly released: string[];
  /** The n-th append, from 1, is refused. */
  failAppend: number | undefined;
}

/** A store in memory that shows what was written, and can fail. */
export function recordingStore(): RecordingStore {
  const store = memoryStore();
  let count = 0;
  const recording: RecordingStore = {
    ...store,
    appends: [],
    released: [],
    failAppend: undefined,
    async append(lease, head, entries, blobs) {
      count += 1;
      if (count === recording.failAppend) throw new StoreError('failed', 'the disk is full');
      await store.append(lease, head, entries, blobs);
      recording.appends.push([...entries]);
    },
    async release(lease) {
      recording.released.push(lease.key.task ?? lease.key.session);
      await store.release(lease);
    },
  };
  return recording;
}

import { SessionExistsError } from '../../errors/session-exists-error.js';
import { SessionNotFoundError } from '../../errors/session-not-found-error.js';
import { StoreError } from '../../errors/store-error.js';
import type { JournalEntry, StoredEntry } from '../../ports/journal-entry.js';
import { formatSessionKey, type SessionKey } from '../../ports/session-key.js';
import type {
  OpenOptions,
  SessionFilter,
  SessionInfo,
  SessionLease,
  SessionStore,
} from '../../ports/session-store.js';
import { MemoryOwners } from './memory-owners.js';

const DEFAULT_LIST_LIMIT = 1000;
const COMPONENTS = ['agent', 'id', 'harness', 'session'] as const;

interface Stored {
  readonly key: SessionKey;
  /** JSON text: what is handed out can never change what is kept. */
  readonly entries: string[];
  readonly blobs: Map<string, Uint8Array>;
  readonly createdAt: number;
  updatedAt: number;
}

/** Sessions that live as long as this object. Not durable; for one process. */
export function memoryStore(): SessionStore {
  const sessions = new Map<string, Stored>();
  const owners = new MemoryOwners();

  return {
    durable: false,

    async open(key, options) {
      const name = formatSessionKey(key);
      checkMode(sessions.has(name), key, options.mode);
      return owners.whenFree(name, options, () => {
        checkMode(sessions.has(name), key, options.mode);
        const session = sessions.get(name) ?? create(name, key);
        return { key: session.key, token: owners.take(name, options.owner), head: session.entries.length };
      });
    },

    async read(key, { after = 0, limit = Number.POSITIVE_INFINITY } = {}) {
      const entries = sessions.get(formatSessionKey(key))?.entries ?? [];
      return entries
        .slice(after, after + limit)
        .map((text, index): StoredEntry => ({ seq: after + index + 1, entry: JSON.parse(text) }));
    },

    async append(lease, expectedHead, entries, blobs = []) {
      const texts = entries.map(entryText);
      const session = owned(lease);
      const head = session.entries.length;
      if (head !== expectedHead) {
        throw new StoreError(
          'head-moved',
          `The session "${lease.key.session}" is at entry ${head}, not at ${expectedHead}.`,
        );
      }
      for (const { digest, bytes } of blobs) session.blobs.set(digest, bytes.slice());
      for (const text of texts) session.entries.push(text);
      session.updatedAt = Date.now();
    },

    async renew(lease) {
      owned(lease);
    },

    async release(lease) {
      const name = formatSessionKey(lease.key);
      if (owners.owns(name, lease.token)) owners.free(name);
    },

    async list(filter = {}) {
      const after = filter.after && formatSessionKey(filter.after);
      return [...sessions]
        .filter(([name, { key }]) => matches(key, filter) && (after === undefined || name > after))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .slice(0, filter.limit ?? DEFAULT_LIST_LIMIT)
        .map(([, session]) => describe(session));
    },

    async delete(key) {
      const found = sessions.has(formatSessionKey(key));
      for (const [name, session] of [...sessions]) {
        if (!belongsTo(session.key, key)) continue;
        sessions.delete(name);
        owners.free(name);
      }
      return found;
    },

    async readBlob(key, digest) {
      return sessions.get(formatSessionKey(key))?.blobs.get(digest)?.slice();
    },

    async close() {},
  };

  function create(name: string, key: SessionKey): Stored {
    const now = Date.now();
    const session: Stored = {
      key: Object.freeze({ ...key }),
      entries: [],
      blobs: new Map(),
      createdAt: now,
      updatedAt: now,
    };
    sessions.set(name, session);
    return session;
  }

  function owned({ key, token }: SessionLease): Stored {
    const name = formatSessionKey(key);
    const session = sessions.get(name);
    if (session !== undefined && owners.owns(name, token)) return session;
    const hint = 'Open the session again.';
    if (session === undefined)
      throw new StoreError('deleted', `The session "${key.session}" was deleted.`, { hint });
    throw new StoreError('lease-lost', `The session "${key.session}" has another owner now.`, { hint });
  }
}

function checkMode(exists: boolean, { session }: SessionKey, mode: OpenOptions['mode']): void {
  if (mode === 'existing' && !exists) throw new SessionNotFoundError(`There is no session "${session}".`);
  if (mode === 'new' && exists) throw new SessionExistsError(`The session "${session}" exists already.`);
}

function entryText(entry: JournalEntry): string {
  let text: string | undefined;
  let cause: unknown;
  try {
    text = JSON.stringify(entry);
  } catch (error) {
    cause = error;
  }
  if (text !== undefined) return text;
  throw new StoreError('not-json', 'An entry of the journal is not JSON.', { cause });
}

function matches(key: SessionKey, filter: SessionFilter): boolean {
  if (!filter.tasks && key.task !== undefined) return false;
  return COMPONENTS.every((part) => filter[part] === undefined || filter[part] === key[part]);
}

/** True for the session itself and the sessions of its tasks. */
function belongsTo(key: SessionKey, parent: SessionKey): boolean {
  if (!COMPONENTS.every((part) => key[part] === parent[part])) return false;
  const { task } = parent;
  return task === undefined || key.task === task || key.task?.startsWith(`${task}.`) === true;
}

function describe({ key, entries, createdAt, updatedAt }: Stored): SessionInfo {
  return { key: { ...key }, head: entries.length, createdAt, updatedAt };
}

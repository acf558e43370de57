import assert from 'node:assert/strict';
import { StoreError } from '../../errors/store-error.js';
import type { JournalEntry } from '../../ports/journal-entry.js';
import type { SessionKey } from '../../ports/session-key.js';
import type { OpenOptions, SessionLease, SessionOwner, SessionStore } from '../../ports/session-store.js';

/** Declares one test over an empty store. */
export type StoreTest = (name: string, body: (store: SessionStore) => Promise<void>) => void;

export const KEY: SessionKey = { agent: 'local', id: 'default', harness: 'default', session: 'default' };

/** Open without waiting, creating the session if need be. */
export function open(
  store: SessionStore,
  key = KEY,
  options: Partial<OpenOptions> = {},
): Promise<SessionLease> {
  return store.open(key, { mode: 'any', owner: owner(1), waitMs: 0, ...options });
}

/** An owner in process `pid` of a host. */
export function owner(pid: number): SessionOwner {
  return { host: 'host', pid, nonce: 'test' };
}

/** An entry that can be told from others, and that holds any value. */
export function entry(toolCallId: string, input: unknown = {}): JournalEntry {
  return { type: 'tool_start', operationId: 'op', toolCallId, toolName: 'test', input };
}

/** The marks of a session's entries, in order. */
export async function marks(store: SessionStore, key = KEY): Promise<string[]> {
  const stored = await store.read(key);
  return stored.map(({ entry }) => (entry.type === 'tool_start' ? entry.toolCallId : entry.type));
}

/** A refusal that the journal can tell from a fault of the programme. */
export async function refused(work: Promise<unknown>): Promise<void> {
  await assert.rejects(work, (error) => error instanceof StoreError);
}

/** How many promises were kept; the others must have been refused with `StoreError`. */
export async function countKept(work: readonly Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(work);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected')
      assert.ok(outcome.reason instanceof StoreError, String(outcome.reason));
  }
  return outcomes.filter((outcome) => outcome.status === 'fulfilled').length;
}

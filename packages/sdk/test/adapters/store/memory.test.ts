import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../../src/adapters/store/memory.js';
import { sessionStoreContract } from '../../../src/testing/session-store-contract.js';

sessionStoreContract({ name: 'memory', test: { describe, it }, open: memoryStore });

describe('memoryStore', () => {
  it('is not durable, and its leases do not run out', async () => {
    const store = memoryStore();
    const key = { agent: 'a', id: 'b', harness: 'c', session: 'd' };
    const lease = await store.open(key, { mode: 'new', owner: { host: 'h', pid: 1, nonce: 'n' } });
    expect(store.durable).toBe(false);
    expect(lease.renewEveryMs).toBeUndefined();
  });

  it('shares nothing with another store', async () => {
    const key = { agent: 'a', id: 'b', harness: 'c', session: 'd' };
    await memoryStore().open(key, { mode: 'new', owner: { host: 'h', pid: 1, nonce: 'n' } });
    expect(await memoryStore().list()).toEqual([]);
  });
});

import assert from 'node:assert/strict';
import { SessionExistsError } from '../../errors/session-exists-error.js';
import { SessionNotFoundError } from '../../errors/session-not-found-error.js';
import { countKept, entry, KEY, marks, open, owner, refused, type StoreTest } from './fixtures.js';

/** Open modes, leases and fencing. */
export function ownershipContract(test: StoreTest): void {
  test('opens a new session at head 0 and an existing one at its last entry', async (store) => {
    const first = await open(store);
    assert.deepEqual([first.key, first.head], [KEY, 0]);
    await store.append(first, 0, [entry('a'), entry('b')]);
    await store.release(first);
    assert.equal((await open(store)).head, 2);
  });

  test('mode "existing" finds no session that was never opened, and leaves none behind', async (store) => {
    await assert.rejects(open(store, KEY, { mode: 'existing' }), SessionNotFoundError);
    assert.deepEqual(await store.list(), []);
    const lease = await open(store, KEY, { mode: 'new' });
    await store.release(lease);
    assert.equal((await open(store, KEY, { mode: 'existing' })).head, 0);
  });

  test('mode "new" refuses a session that exists, at once even when it is owned', async (store) => {
    const lease = await open(store, KEY, { mode: 'new' });
    await assert.rejects(open(store, KEY, { mode: 'new', waitMs: 60_000 }), SessionExistsError);
    await store.append(lease, 0, [entry('a')]);
    await store.release(lease);
    await assert.rejects(open(store, KEY, { mode: 'new' }), SessionExistsError);
    assert.deepEqual(await marks(store), ['a']);
  });

  test('a session has one owner: the second is refused and told who owns it', async (store) => {
    const lease = await open(store, KEY, { owner: owner(7) });
    await assert.rejects(open(store), /process 7 of host/);
    await refused(open(store, KEY, { mode: 'existing' }));
    await store.append(lease, 0, [entry('a')]);
  });

  test('of 50 who open at once one becomes the owner', async (store) => {
    const opens = Array.from({ length: 50 }, (_, n) => open(store, KEY, { owner: owner(n) }));
    assert.equal(await countKept(opens), 1);
  });

  test('sessions of other keys are owned apart', async (store) => {
    const leases = await Promise.all(['a', 'b', 'c'].map((session) => open(store, { ...KEY, session })));
    await Promise.all(leases.map((lease, n) => store.append(lease, 0, [entry(String(n))])));
    assert.deepEqual(await marks(store, { ...KEY, session: 'b' }), ['1']);
  });

  test('tokens rise with every owner', async (store) => {
    const tokens: number[] = [];
    for (let n = 0; n < 5; n++) {
      const lease = await open(store);
      tokens.push(lease.token);
      await store.release(lease);
    }
    assert.deepEqual(
      tokens,
      [...new Set(tokens)].sort((a, b) => a - b),
    );
  });

  test('the append of an owner that was taken over fails and writes nothing (D02)', async (store) => {
    const old = await open(store);
    await store.append(old, 0, [entry('a')]);
    await store.release(old);
    await refused(store.append(old, 1, [entry('late')]));
    const now = await open(store);
    await refused(store.append(old, 1, [entry('late')], [{ digest: 'd', bytes: new Uint8Array([1]) }]));
    await refused(store.append(old, 1, []));
    await store.append(now, 1, [entry('b')]);
    assert.deepEqual(await marks(store), ['a', 'b']);
    assert.equal(await store.readBlob(KEY, 'd'), undefined);
  });

  test('renew lengthens a lease that holds and fails for one that is lost', async (store) => {
    const lease = await open(store);
    await store.renew(lease);
    await store.append(lease, 0, [entry('a')]);
    await store.release(lease);
    await refused(store.renew(lease));
  });

  test('release of a lost lease does nothing, and is no fault when repeated', async (store) => {
    const old = await open(store);
    await store.release(old);
    await store.release(old);
    const now = await open(store);
    await store.release(old);
    await refused(open(store));
    await store.append(now, 0, [entry('a')]);
  });

  test('a lease that was made up is refused', async (store) => {
    const lease = await open(store);
    await refused(store.append({ ...lease, token: lease.token + 1 }, 0, [entry('a')]));
    await refused(store.append({ ...lease, key: { ...KEY, session: 'other' } }, 0, [entry('a')]));
    assert.deepEqual(await marks(store), []);
  });

  test('close may be called twice', async (store) => {
    await open(store);
    await store.close();
    await store.close();
  });
}

import assert from 'node:assert/strict';
import { SessionNotFoundError } from '../../errors/session-not-found-error.js';
import { entry, KEY, marks, open, refused, type StoreTest } from './fixtures.js';

/** `delete`, also under an owner that is at work. */
export function removalContract(test: StoreTest): void {
  test('delete takes the entries, the blobs and the name', async (store) => {
    const lease = await open(store);
    await store.append(lease, 0, [entry('a')], [{ digest: 'd', bytes: new Uint8Array([1]) }]);
    await store.release(lease);
    assert.equal(await store.delete(KEY), true);
    assert.deepEqual(await store.read(KEY), []);
    assert.deepEqual(await store.list({ tasks: true }), []);
    assert.equal(await store.readBlob(KEY, 'd'), undefined);
    await assert.rejects(open(store, KEY, { mode: 'existing' }), SessionNotFoundError);
  });

  test('delete of a session that is not there is false', async (store) => {
    assert.equal(await store.delete(KEY), false);
    await open(store);
    assert.equal(await store.delete({ ...KEY, session: 'other' }), false);
    assert.equal(await store.delete(KEY), true);
    assert.equal(await store.delete(KEY), false);
  });

  test('a session deleted during a run stays deleted: the next write of its owner fails (E9)', async (store) => {
    const lease = await open(store);
    await store.append(lease, 0, [entry('a')]);
    assert.equal(await store.delete(KEY), true);
    for (const head of [0, 1]) {
      await refused(
        store.append(lease, head, [entry('late')], [{ digest: 'd', bytes: new Uint8Array([1]) }]),
      );
    }
    await refused(store.append(lease, 0, []));
    await refused(store.renew(lease));
    await store.release(lease);
    assert.deepEqual(await store.read(KEY), []);
    assert.deepEqual(await store.list(), []);
    assert.equal(await store.readBlob(KEY, 'd'), undefined);
  });

  test('open after delete starts an empty session that the old owner cannot write to (E9)', async (store) => {
    const old = await open(store);
    await store.append(old, 0, [entry('a')], [{ digest: 'd', bytes: new Uint8Array([1]) }]);
    await store.delete(KEY);
    const now = await open(store, KEY, { mode: 'new' });
    assert.equal(now.head, 0);
    assert.ok(now.token > old.token, `token ${now.token} after ${old.token}`);
    await refused(store.append(old, 0, [entry('late')]));
    await store.release(old);
    await refused(open(store));
    await store.append(now, 0, [entry('b')]);
    assert.deepEqual(await marks(store), ['b']);
    assert.equal(await store.readBlob(KEY, 'd'), undefined);
  });

  test('delete takes the sessions of tasks with it, and of nothing else', async (store) => {
    const others = [
      { ...KEY, session: 'default.t1' },
      { ...KEY, session: 'default-' },
      { ...KEY, session: 'defaul_' },
      { ...KEY, harness: 'other', task: 't1' },
    ];
    const leases = await Promise.all([
      open(store),
      open(store, { ...KEY, task: 't1' }),
      open(store, { ...KEY, task: 't1.t2' }),
      ...others.map((key) => open(store, key)),
    ]);
    for (const lease of leases) await store.append(lease, 0, [entry('a')]);
    await store.delete(KEY);
    assert.deepEqual(
      new Set((await store.list({ tasks: true })).map(({ key }) => JSON.stringify(key))),
      new Set(others.map((key) => JSON.stringify(key))),
    );
    for (const lease of leases.slice(0, 3)) await refused(store.append(lease, 1, [entry('late')]));
    for (const lease of leases.slice(3)) await store.append(lease, 1, [entry('b')]);
  });

  test('delete of a task takes the tasks inside it, not those with a similar id', async (store) => {
    for (const task of ['t1', 't1.t2', 't10', 't1_x', 't2.t1']) await open(store, { ...KEY, task });
    await open(store);
    assert.equal(await store.delete({ ...KEY, task: 't1' }), true);
    const left = (await store.list({ tasks: true })).map(({ key }) => key.task);
    assert.deepEqual(new Set(left), new Set([undefined, 't10', 't1_x', 't2.t1']));
  });
}

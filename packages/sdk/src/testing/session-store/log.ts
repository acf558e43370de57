import assert from 'node:assert/strict';
import { countKept, entry, KEY, marks, open, refused, type StoreTest } from './fixtures.js';

/** Order, heads and batches. */
export function logContract(test: StoreTest): void {
  test('numbers entries from 1 without gaps, over batches and owners', async (store) => {
    const first = await open(store);
    await store.append(first, 0, [entry('a')]);
    await store.append(first, 1, [entry('b'), entry('c')]);
    await store.release(first);
    const second = await open(store);
    await store.append(second, second.head, [entry('d')]);
    const stored = await store.read(KEY);
    assert.deepEqual(
      stored.map(({ seq }) => seq),
      [1, 2, 3, 4],
    );
    assert.deepEqual(await marks(store), ['a', 'b', 'c', 'd']);
  });

  test('refuses a head that is not the last entry, and writes nothing', async (store) => {
    const lease = await open(store);
    await store.append(lease, 0, [entry('a'), entry('b')]);
    for (const head of [0, 1, 3, -1]) {
      await refused(store.append(lease, head, [entry('x')], [{ digest: 'd', bytes: new Uint8Array([1]) }]));
    }
    assert.deepEqual(await marks(store), ['a', 'b']);
    assert.equal(await store.readBlob(KEY, 'd'), undefined);
    await store.append(lease, 2, [entry('c')]);
  });

  test('an empty batch changes nothing, but is checked like any other', async (store) => {
    const lease = await open(store);
    await store.append(lease, 0, []);
    await refused(store.append(lease, 1, []));
    await store.append(lease, 0, [entry('a')]);
    assert.deepEqual(await marks(store), ['a']);
  });

  test('keeps all of a batch or none: an entry that is not JSON refuses the others too', async (store) => {
    const lease = await open(store);
    const circular: Record<string, unknown> = {};
    circular.own = circular;
    for (const broken of [1n, circular]) {
      const blobs = [{ digest: 'd', bytes: new Uint8Array([1]) }];
      await refused(store.append(lease, 0, [entry('a'), entry('b', broken), entry('c')], blobs));
    }
    assert.deepEqual(await marks(store), []);
    assert.equal(await store.readBlob(KEY, 'd'), undefined);
    await store.append(lease, 0, [entry('a')]);
  });

  test('of 50 appends at one head exactly one is kept, whole, head after head', async (store) => {
    const lease = await open(store);
    for (let head = 0; head < 10; head += 2) {
      const appends = Array.from({ length: 50 }, (_, n) =>
        store.append(lease, head, [entry(`${n}`), entry(`${n}`)]),
      );
      assert.equal(await countKept(appends), 1);
      const order = await marks(store);
      assert.equal(order.length, head + 2);
      assert.equal(order[head], order[head + 1]);
    }
  });

  test('reads after a sequence number and up to a limit, without a lease', async (store) => {
    const lease = await open(store);
    await store.append(
      lease,
      0,
      ['a', 'b', 'c', 'd', 'e'].map((mark) => entry(mark)),
    );
    const seqs = async (options: { after?: number; limit?: number }) =>
      (await store.read(KEY, options)).map(({ seq }) => seq);
    assert.deepEqual(await seqs({}), [1, 2, 3, 4, 5]);
    assert.deepEqual(await seqs({ after: 3 }), [4, 5]);
    assert.deepEqual(await seqs({ limit: 2 }), [1, 2]);
    assert.deepEqual(await seqs({ after: 1, limit: 2 }), [2, 3]);
    assert.deepEqual(await seqs({ after: 4, limit: 10 }), [5]);
    assert.deepEqual(await seqs({ after: 5 }), []);
    assert.deepEqual(await seqs({ after: 99 }), []);
    assert.deepEqual(await seqs({ limit: 0 }), []);
  });

  test('reads nothing of a session that is not there, and makes none by it', async (store) => {
    assert.deepEqual(await store.read(KEY), []);
    assert.deepEqual(await store.list(), []);
  });
}

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { AbortError } from '../../errors/abort-error.js';
import { SessionNotFoundError } from '../../errors/session-not-found-error.js';
import { entry, KEY, marks, open, owner, refused, type StoreTest } from './fixtures.js';

/** Long enough that a test which waits for it has failed. */
const LONG = 15_000;

/** `open` while another owner is alive. */
export function waitingContract(test: StoreTest): void {
  test('open waits for the owner to let go, and sees what it wrote last', async (store) => {
    const first = await open(store);
    const second = open(store, KEY, { waitMs: LONG });
    await sleep(20);
    await store.append(first, 0, [entry('a')]);
    await store.release(first);
    const lease = await second;
    assert.equal(lease.head, 1);
    assert.ok(lease.token > first.token);
    await store.append(lease, 1, [entry('b')]);
    assert.deepEqual(await marks(store), ['a', 'b']);
  });

  test('of many who wait each gets its turn, one at a time, with a lease that holds', async (store) => {
    const first = await open(store);
    const turns = Array.from({ length: 10 }, async (_, n) => {
      const lease = await open(store, KEY, { waitMs: LONG, owner: owner(n) });
      await store.append(lease, lease.head, [entry(`${n} begins`)]);
      await sleep(2);
      await store.append(lease, lease.head + 1, [entry(`${n} ends`)]);
      await store.release(lease);
    });
    await sleep(10);
    await store.release(first);
    await Promise.all(turns);
    const order = await marks(store);
    assert.equal(order.length, 20);
    for (let at = 0; at < order.length; at += 2) {
      assert.equal(order[at]?.replace('begins', 'ends'), order[at + 1]);
    }
  });

  test('open gives up after waitMs and the owner keeps the session', async (store) => {
    const lease = await open(store);
    const started = performance.now();
    await refused(open(store, KEY, { waitMs: 60 }));
    assert.ok(performance.now() - started >= 50, 'it did not wait');
    await store.append(lease, 0, [entry('a')]);
  });

  test('an abort ends the wait at once with its reason, and takes nothing', async (store) => {
    const lease = await open(store);
    const controller = new AbortController();
    const waiting = open(store, KEY, { waitMs: LONG, signal: controller.signal });
    const outcome = assert.rejects(
      waiting,
      (error) => error instanceof AbortError && error.cause === 'enough',
    );
    await sleep(10);
    controller.abort('enough');
    await outcome;
    await store.append(lease, 0, [entry('a')]);
    await store.release(lease);
    await store.release(await open(store));
  });

  test('an aborted signal opens nothing and leaves no session behind', async (store) => {
    await assert.rejects(open(store, KEY, { signal: AbortSignal.abort('no') }), AbortError);
    assert.deepEqual(await store.list(), []);
  });

  test('who waits for a session that is deleted gets a new one, or is told that there is none', async (store) => {
    for (const mode of ['any', 'existing'] as const) {
      const owner = await open(store);
      await store.append(owner, 0, [entry('a')]);
      const waiting = open(store, KEY, { mode, waitMs: LONG });
      const outcome =
        mode === 'any'
          ? waiting.then((lease) => assert.equal(lease.head, 0))
          : assert.rejects(waiting, SessionNotFoundError);
      await sleep(10);
      await store.delete(KEY);
      await outcome;
      await store.delete(KEY);
    }
  });
}

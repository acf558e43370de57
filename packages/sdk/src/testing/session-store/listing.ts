import assert from 'node:assert/strict';
import { formatSessionKey, type SessionKey } from '../../ports/session-key.js';
import type { SessionFilter, SessionStore } from '../../ports/session-store.js';
import { entry, KEY, open, type StoreTest } from './fixtures.js';

/** What sessions there are. */
export function listingContract(test: StoreTest): void {
  test('lists a session with its head and the times of its making and last change', async (store) => {
    const lease = await open(store);
    await store.append(lease, 0, [entry('a'), entry('b')]);
    const [info] = await store.list();
    assert.ok(info);
    assert.deepEqual([info.key, info.head], [KEY, 2]);
    assert.ok(Number.isFinite(info.createdAt) && info.createdAt > 0);
    assert.ok(info.updatedAt >= info.createdAt);
  });

  test('lists in code-unit order of the keys as text, whatever the order of making', async (store) => {
    const sessions = ['b', 'B', 'a', 'a-b', 'a b', 'é', 'z', '10', '9', '😀', 'a.b', '~'];
    for (const session of sessions) await open(store, { ...KEY, session });
    const listed = (await store.list()).map(({ key }) => formatSessionKey(key));
    assert.deepEqual(listed, sessions.map((session) => formatSessionKey({ ...KEY, session })).sort());
  });

  test('filters by each component and by all together, exactly', async (store) => {
    const keys: SessionKey[] = [];
    for (const agent of ['x', 'y']) {
      for (const id of ['x', 'y']) {
        for (const session of ['x', 'xy']) keys.push({ agent, id, harness: 'x', session });
      }
    }
    for (const key of keys) await open(store, key);
    const filters: SessionFilter[] = [
      {},
      { agent: 'x' },
      { id: 'y' },
      { session: 'x' },
      { harness: 'x' },
      { harness: 'y' },
      { agent: 'x', id: 'y', harness: 'x', session: 'xy' },
      { agent: 'X' },
      { agent: '%' },
      { agent: "x' OR '1'='1" },
      { agent: undefined, id: 'x' },
    ];
    for (const filter of filters) {
      const wanted = keys.filter((key) =>
        (['agent', 'id', 'harness', 'session'] as const).every(
          (part) => filter[part] === undefined || filter[part] === key[part],
        ),
      );
      assert.deepEqual(
        await texts(store, filter),
        wanted.map(formatSessionKey).sort(),
        JSON.stringify(filter),
      );
    }
  });

  test('lists sessions of tasks only when asked', async (store) => {
    for (const task of [undefined, 't1', 't1.t2', 't2']) {
      await open(store, task === undefined ? KEY : { ...KEY, task });
    }
    assert.deepEqual(await texts(store, {}), [formatSessionKey(KEY)]);
    assert.deepEqual(await texts(store, { tasks: false }), [formatSessionKey(KEY)]);
    const all = await store.list({ tasks: true, session: KEY.session });
    assert.deepEqual(
      all.map(({ key }) => key.task),
      [undefined, 't1', 't1.t2', 't2'],
    );
    assert.ok(all.every(({ key }) => Object.hasOwn(key, 'task') === (key.task !== undefined)));
  });

  test('pages by limit and after, without a gap or a repeat', async (store) => {
    for (let n = 0; n < 25; n++) await open(store, { ...KEY, session: `s${n}` });
    const whole = await texts(store, {});
    const paged: string[] = [];
    let after: SessionKey | undefined;
    for (;;) {
      const page = await store.list({ after, limit: 7 });
      if (page.length === 0) break;
      assert.ok(page.length <= 7);
      paged.push(...page.map(({ key }) => formatSessionKey(key)));
      after = page.at(-1)?.key;
    }
    assert.deepEqual(paged, whole);
    assert.equal(whole.length, 25);
    assert.deepEqual(await store.list({ limit: 0 }), []);
  });

  test('goes on after a key that is not there any more', async (store) => {
    for (const session of ['a', 'c']) await open(store, { ...KEY, session });
    const page = await store.list({ after: { ...KEY, session: 'b' } });
    assert.deepEqual(
      page.map(({ key }) => key.session),
      ['c'],
    );
  });

  test('what is listed are copies', async (store) => {
    await open(store);
    const [info] = await store.list();
    Object.assign(info as object, { key: { ...KEY, session: 'changed' }, head: 99 });
    const [again] = await store.list();
    assert.deepEqual([again?.key, again?.head], [KEY, 0]);
  });
}

async function texts(store: SessionStore, filter: SessionFilter): Promise<string[]> {
  return (await store.list(filter)).map(({ key }) => formatSessionKey(key));
}

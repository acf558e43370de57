import assert from 'node:assert/strict';
import type { SessionKey } from '../../ports/session-key.js';
import { entry, KEY, open, type StoreTest } from './fixtures.js';

/** Values that stores of this kind have lost, changed or revived. All are plain JSON. */
const VALUES: Record<string, unknown> = {
  'NUL and other control characters': 'a\u0000b\u0001\u001f\u007f\u2028\u2029',
  'lone surrogates': ['\ud800', 'x\udc00y', '\udc00\ud800', { '\ud800': 1 }],
  'text beyond ASCII': 'é e\u0301 世界 😀 \u202e\u200b\ufeff',
  'quotes, escapes and line ends': '\'"\\\\u0000\\n\r\n\t`x`%s$1?:name',
  'numbers at their limits': [0, 1e21, 5e-324, 1.7976931348623157e308, 9007199254740991, -0.1],
  'numbers and literals as text': ['1', '01', 'true', 'null', '1e3', '', ' '],
  'empty containers': [[], {}, [[]], [{}], { '': '' }],
  'null everywhere': [null, { a: null }],
  'keys that reach prototypes': JSON.parse(
    '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
  ),
  'type tags of serialisers, which must stay data (B29)': [
    { lc: 1, type: 'secret', id: ['OPENAI_API_KEY'] },
    { type: 'session_start', version: 1 },
    { seq: 1, entry: {} },
    { $type: 'Date', value: '2024-01-01' },
    { type: 'Buffer', data: [1, 2] },
    { $ref: '$["x"]', $date: 0, $binary: '' },
    { toJSON: 'x' },
  ],
  'a long text': 'é😀x'.repeat(100_000),
  'a deep value': Array.from({ length: 200 }).reduce<unknown>((inner) => ({ a: [inner] }), 1),
  'keys in their order': { b: 1, a: 2, 10: 3, 9: 4 },
};

const KEYS: Partial<SessionKey>[] = [
  { agent: 'a/b', id: 'c' },
  { agent: 'a', id: 'b/c' },
  { id: '%2f' },
  { id: '/' },
  { session: 'with space and+plus' },
  { session: '../..' },
  { session: '%' },
  { session: '_' },
  { session: '世界😀' },
  { session: 'é' },
  { session: 'e\u0301' },
  { session: 'Default' },
  { session: "a') OR 1=1 --" },
  { session: '"; DROP TABLE sessions; --' },
  { session: '__proto__' },
  { session: 'constructor' },
  { session: 'x'.repeat(256) },
  { harness: '世'.repeat(85) },
  { task: 't1' },
  { task: 't1.t2' },
];

/** What goes in comes out, and nothing that comes out leads back in. */
export function valueContract(test: StoreTest): void {
  for (const [name, value] of Object.entries(VALUES)) {
    test(`gives back as it was: ${name}`, async (store) => {
      const lease = await open(store);
      await store.append(lease, 0, [entry('a', value)]);
      const [stored] = await store.read(KEY);
      assert.deepStrictEqual(stored, { seq: 1, entry: entry('a', value) });
      assert.equal(JSON.stringify(stored?.entry), JSON.stringify(entry('a', value)));
      assert.equal(({} as { polluted?: unknown }).polluted, undefined);
    });
  }

  test('keeps keys apart whatever their components hold (B30, D06)', async (store) => {
    const keys = KEYS.map((part) => ({ ...KEY, ...part }));
    for (const [n, key] of keys.entries()) {
      const lease = await open(store, key, { mode: 'new' });
      assert.deepEqual(lease.key, key);
      await store.append(lease, 0, [entry(String(n))], [{ digest: 'd', bytes: new Uint8Array([n]) }]);
    }
    for (const [n, key] of keys.entries()) {
      assert.deepEqual(await store.read(key), [{ seq: 1, entry: entry(String(n)) }]);
      assert.deepEqual(await store.readBlob(key, 'd'), new Uint8Array([n]));
    }
    const listed = await store.list({ tasks: true });
    assert.deepEqual(new Set(listed.map(({ key }) => JSON.stringify(key))).size, keys.length);
    for (const key of keys) assert.ok(listed.some((info) => sameKey(info.key, key)));
  });

  test('an entry changed after append, or after read, changes nothing that is kept', async (store) => {
    const lease = await open(store);
    const input = { list: ['a'] };
    const given = entry('a', input);
    await store.append(lease, 0, [given]);
    input.list.push('changed');
    for (let times = 0; times < 2; times++) {
      const [stored] = await store.read(KEY);
      assert.deepEqual(stored?.entry, entry('a', { list: ['a'] }));
      try {
        Object.assign(stored?.entry ?? {}, { type: 'session_start', input: 'changed' });
      } catch (error) {
        assert.ok(error instanceof TypeError, 'an entry may be frozen');
      }
    }
  });

  test('a key changed after open changes nothing that is kept', async (store) => {
    const key = { ...KEY };
    const lease = await open(store, key);
    key.session = 'changed';
    await store.append(lease, 0, [entry('a')]);
    assert.deepEqual(
      (await store.list()).map((info) => info.key),
      [KEY],
    );
  });
}

function sameKey(a: SessionKey, b: SessionKey): boolean {
  return (['agent', 'id', 'harness', 'session', 'task'] as const).every((part) => a[part] === b[part]);
}

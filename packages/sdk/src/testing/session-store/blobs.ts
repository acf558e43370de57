import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { StoredBlob } from '../../ports/session-store.js';
import { entry, KEY, open, type StoreTest } from './fixtures.js';

/** Content beside the log. */
export function blobContract(test: StoreTest): void {
  test('keeps the bytes of blobs exactly', async (store) => {
    const lease = await open(store);
    const contents = [
      new Uint8Array(),
      new Uint8Array([0]),
      Uint8Array.from({ length: 256 }, (_, n) => n),
      new Uint8Array(1_000_000).fill(7),
    ];
    const blobs = contents.map(blobOf);
    await store.append(lease, 0, [entry('a')], blobs);
    for (const { digest, bytes } of blobs) {
      const kept = await store.readBlob(KEY, digest);
      assert.ok(kept !== undefined && Buffer.from(bytes).equals(kept), `${bytes.length} bytes`);
    }
  });

  test('takes the same blob again, also twice in one batch, and from a part of a buffer', async (store) => {
    const lease = await open(store);
    const whole = Buffer.from('..content..');
    const blob = blobOf(whole.subarray(2, 9));
    await store.append(lease, 0, [entry('a')], [blob, blob]);
    await store.append(lease, 1, [entry('b')], [blob]);
    assert.equal(Buffer.from((await store.readBlob(KEY, blob.digest)) ?? []).toString(), 'content');
  });

  test('takes blobs without entries', async (store) => {
    const lease = await open(store);
    const blob = blobOf(Buffer.from('x'));
    await store.append(lease, 0, [], [blob]);
    assert.equal((await store.readBlob(KEY, blob.digest))?.length, 1);
  });

  test('knows blobs of their own session only', async (store) => {
    const lease = await open(store);
    const blob = blobOf(Buffer.from('x'));
    await store.append(lease, 0, [entry('a')], [blob]);
    await open(store, { ...KEY, session: 'other' });
    assert.equal(await store.readBlob({ ...KEY, session: 'other' }, blob.digest), undefined);
    assert.equal(await store.readBlob({ ...KEY, session: 'missing' }, blob.digest), undefined);
    assert.equal(await store.readBlob(KEY, 'no such digest'), undefined);
    assert.equal(await store.readBlob(KEY, '__proto__'), undefined);
  });

  test('bytes changed after append, or after read, change nothing that is kept', async (store) => {
    const lease = await open(store);
    const blob = blobOf(new Uint8Array([1, 2, 3]));
    await store.append(lease, 0, [entry('a')], [blob]);
    blob.bytes.fill(9);
    (await store.readBlob(KEY, blob.digest))?.fill(9);
    assert.deepEqual([...((await store.readBlob(KEY, blob.digest)) ?? [])], [1, 2, 3]);
  });
}

function blobOf(bytes: Uint8Array): StoredBlob {
  return { digest: createHash('sha256').update(bytes).digest('hex'), bytes };
}

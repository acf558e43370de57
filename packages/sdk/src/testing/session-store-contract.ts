import type { SessionStore } from '../ports/session-store.js';
import type { ContractRunner } from './contract-runner.js';
import { blobContract } from './session-store/blobs.js';
import type { StoreTest } from './session-store/fixtures.js';
import { listingContract } from './session-store/listing.js';
import { logContract } from './session-store/log.js';
import { ownershipContract } from './session-store/ownership.js';
import { removalContract } from './session-store/removal.js';
import { valueContract } from './session-store/values.js';
import { waitingContract } from './session-store/waiting.js';

export interface SessionStoreContractOptions {
  /** Of the adapter, for the title. */
  name: string;
  /** An empty store of its own for one test, which closes it at the end. */
  open(): SessionStore | Promise<SessionStore>;
  /** `{ describe, it }` of vitest, node:test, jest or mocha. */
  test: ContractRunner;
}

/**
 * Register the tests that every `SessionStore` must pass.
 *
 * ```ts
 * import { describe, it } from 'vitest'; // or from 'node:test'
 * sessionStoreContract({ name: 'mine', test: { describe, it }, open: openMine });
 * ```
 */
export function sessionStoreContract({ name, open, test: runner }: SessionStoreContractOptions): void {
  const test: StoreTest = (promise, body) =>
    runner.it(promise, async () => {
      const store = await open();
      try {
        await body(store);
      } finally {
        await store.close();
      }
    });
  runner.describe(`${name}: the contract of a session store`, () => {
    ownershipContract(test);
    waitingContract(test);
    logContract(test);
    valueContract(test);
    blobContract(test);
    listingContract(test);
    removalContract(test);
  });
}

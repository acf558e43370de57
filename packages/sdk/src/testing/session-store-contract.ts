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

/** A kind of store, and how to make one. */
export interface SessionStoreSubject {
  /** For the names of the tests. */
  name: string;
  /** An empty store of its own for one test, which closes it at the end. */
  open(): SessionStore | Promise<SessionStore>;
}

/**
 * Declare the tests that every `SessionStore` passes.
 *
 * @example
 * import { describe, it } from 'vitest';
 * sessionStoreContract({ describe, it }, { name: 'memory', open: memoryStore });
 */
export function sessionStoreContract(runner: ContractRunner, subject: SessionStoreSubject): void {
  const test: StoreTest = (name, body) =>
    runner.it(name, async () => {
      const store = await subject.open();
      try {
        await body(store);
      } finally {
        await store.close();
      }
    });
  runner.describe(`session store contract: ${subject.name}`, () => {
    ownershipContract(test);
    waitingContract(test);
    logContract(test);
    valueContract(test);
    blobContract(test);
    listingContract(test);
    removalContract(test);
  });
}

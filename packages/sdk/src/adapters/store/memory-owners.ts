import { AbortError } from '../../errors/abort-error.js';
import { StoreError } from '../../errors/store-error.js';
import type { SessionOwner } from '../../ports/session-store.js';

const DEFAULT_WAIT_MS = 15_000;

export interface Ownership {
  readonly owner: SessionOwner;
  readonly token: number;
}

export interface WaitOptions {
  waitMs?: number;
  signal?: AbortSignal;
}

/** Who owns which name within one process, and who waits for it. Owners do not run out: they live as we do. */
export class MemoryOwners {
  private readonly owners = new Map<string, Ownership>();
  private readonly waiting = new Map<string, Set<() => void>>();
  private lastToken = 0;

  /** Make `owner` the owner, whoever was it before. @returns the token of the new ownership. */
  take(name: string, owner: SessionOwner): number {
    const token = ++this.lastToken;
    this.owners.set(name, { owner, token });
    return token;
  }

  owns(name: string, token: number): boolean {
    return this.owners.get(name)?.token === token;
  }

  /** Take the name from whoever owns it and wake those who wait. */
  free(name: string): void {
    this.owners.delete(name);
    const woken = this.waiting.get(name) ?? [];
    this.waiting.delete(name);
    for (const wake of woken) wake();
  }

  /**
   * Runs `work` as soon as nobody owns the name; what it takes, no other waiter can have seen free.
   * @throws {StoreError} after `waitMs`; {AbortError} when `signal` aborts; what `work` throws.
   */
  async whenFree<T>(
    name: string,
    { waitMs = DEFAULT_WAIT_MS, signal }: WaitOptions,
    work: () => T,
  ): Promise<T> {
    const deadline = performance.now() + waitMs;
    for (;;) {
      if (signal?.aborted) throw new AbortError('Opening the session was aborted.', { cause: signal.reason });
      const holder = this.owners.get(name);
      if (holder === undefined) return work();
      const left = deadline - performance.now();
      if (left <= 0) {
        const { host, pid } = holder.owner;
        throw new StoreError(
          'busy',
          `The session is busy, owned by process ${pid} of ${host}, after ${waitMs} ms.`,
          {
            hint: 'Close the harness that has it open, or use another session name.',
          },
        );
      }
      await this.nextChange(name, left, signal);
    }
  }

  /** Resolves when the name is freed, after `ms`, or when `signal` aborts. */
  private nextChange(name: string, ms: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wakers = this.waiting.get(name) ?? new Set();
      this.waiting.set(name, wakers);
      const wake = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        wakers.delete(wake);
        if (wakers.size === 0 && this.waiting.get(name) === wakers) this.waiting.delete(name);
        resolve();
      };
      const timer = setTimeout(wake, Math.ceil(ms));
      signal?.addEventListener('abort', wake, { once: true });
      wakers.add(wake);
    });
  }
}

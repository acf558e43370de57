import { posix } from 'node:path';
import type { PathError } from '../../errors/path-error.js';
import { printablePath } from './printable-path.js';

const MAX_NAMED = 5;

/** Counts what a search could not look into, so that its answer does not pass for a whole one. */
export function createUnreadable(base: string) {
  const named: string[] = [];
  let count = 0;
  return {
    /** @param path relative to the base */
    add(path: string, { reason }: PathError): void {
      count++;
      if (named.length < MAX_NAMED) named.push(`${printablePath(posix.join(base, path))} (${reason})`);
    },
    count: () => count,
    notices(): string[] {
      if (count === 0) return [];
      const others = count > named.length ? ` and ${count - named.length} more` : '';
      return [`[Not searched, since they cannot be read: ${named.join(', ')}${others}.]`];
    },
  };
}

import type { Sandbox } from '../../ports/sandbox.js';
import type { PathLocks } from '../path-locks.js';

/**
 * Run `work` while no other tool changes the file, by whatever spelling or link of its path. Calls take their turns in
 * order of arrival, so that a write and an edit of one reply happen as the model wrote them.
 */
export function holdFile<T>(
  locks: PathLocks,
  sandbox: Sandbox,
  path: string,
  work: () => Promise<T>,
): Promise<T> {
  // Resolving links takes varying time; the first lock keeps the order meanwhile.
  return locks.hold(`arrival:${sandbox.resolvePath(path)}`, async () =>
    locks.hold(await sandbox.canonicalPath(path), work),
  );
}

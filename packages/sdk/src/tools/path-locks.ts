/** Serialises work per path. One for each sandbox, shared by its sessions and their tasks. */
export interface PathLocks {
  /** Run `work` when nothing else runs under `path`, in order of arrival. */
  hold<T>(path: string, work: () => Promise<T>): Promise<T>;
}

export function createPathLocks(): PathLocks {
  const tails = new Map<string, Promise<void>>();
  return {
    hold(path, work) {
      const turn = (tails.get(path) ?? Promise.resolve()).then(work, work);
      const tail: Promise<void> = turn.then(
        () => forget(path, tail),
        () => forget(path, tail),
      );
      tails.set(path, tail);
      return turn;
    },
  };

  function forget(path: string, tail: Promise<void>): void {
    if (tails.get(path) === tail) tails.delete(path);
  }
}

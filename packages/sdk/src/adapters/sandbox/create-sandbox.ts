import { errorText } from '../../errors/error-text.js';
import { FlueError } from '../../errors/flue-error.js';
import { SandboxError } from '../../errors/sandbox-error.js';
import type { DirectoryEntry, Sandbox } from '../../ports/sandbox.js';
import { checkExecOptions } from './check-exec-options.js';
import { createExecHandle, type ExecOutcome } from './exec-handle.js';
import { checkedPosixPath, resolvePosixPath } from './posix-path.js';
import type { SandboxDriver } from './sandbox-driver.js';
import { toPathError } from './to-path-error.js';

/** The `Sandbox` over a driver: checks arguments, resolves paths, names the caller's own path in errors. */
export function createSandbox(driver: SandboxDriver, cwd: string): Sandbox {
  const running = new Map<AbortController, Promise<unknown>>();
  let disposed: Promise<void> | undefined;
  return viewFrom(cwd);

  function viewFrom(directory: string): Sandbox {
    const writeFile = (path: string, content: string | Uint8Array) =>
      onPath('write', path, (at) => driver.writeFile(at, content));
    return {
      cwd: directory,
      capabilities: driver.capabilities,
      exec: (command, options = {}) =>
        createExecHandle(async (emit) => {
          requireOpen();
          checkExecOptions(command, options);
          const { cwd: where = '.', env = {}, timeout } = options;
          const at = checkedPosixPath(directory, where);
          return untilDisposed(options.signal, async (signal) => {
            if (driver.requireDirectory) await onPath('run in', where, driver.requireDirectory);
            return driver.exec(command, { cwd: at, env, timeout, signal, emit });
          });
        }),
      readFile: (path) => onPath('read', path, driver.readFile),
      readFileBuffer: (path, { start = 0, end = Number.POSITIVE_INFINITY } = {}) =>
        onPath('read', path, (at) =>
          driver.readFileBuffer(at, { start: Math.max(start, 0), end: Math.max(end, 0) }),
        ),
      writeFile,
      async writeFiles(files) {
        for (const { path, content } of files) await writeFile(path, content);
      },
      stat: (path) => onPath('look at', path, driver.stat),
      readdir: (path) => onPath('list', path, async (at) => (await driver.readdir(at)).sort()),
      readdirWithTypes: (path) =>
        onPath('list', path, async (at) => (await driver.readdirWithTypes(at)).sort(byName)),
      exists: (path) => onPath('look at', path, driver.exists).catch(() => false),
      mkdir: (path, { recursive = false } = {}) =>
        onPath('make', path, (at) => driver.mkdir(at, { recursive })),
      rm: (path, { recursive = false, force = false } = {}) =>
        onPath('remove', path, (at) => driver.rm(at, { recursive, force })),
      resolvePath: (path) => resolvePosixPath(directory, path),
      canonicalPath: (path) => onPath('resolve', path, driver.canonicalPath),
      at(path) {
        requireOpen();
        return viewFrom(checkedPosixPath(directory, path));
      },
      dispose() {
        disposed ??= endAll();
        return disposed;
      },
    };

    async function onPath<T>(action: string, path: string, use: (at: string) => Promise<T>): Promise<T> {
      requireOpen();
      const at = checkedPosixPath(directory, path);
      try {
        return await use(at);
      } catch (error) {
        throw toPathError(error, path, action);
      }
    }
  }

  function requireOpen(): void {
    if (disposed) throw new SandboxError('The sandbox is disposed.', { hint: 'Open a new one.' });
  }

  async function untilDisposed(
    signal: AbortSignal | undefined,
    run: (signal: AbortSignal) => Promise<ExecOutcome>,
  ): Promise<ExecOutcome> {
    const controller = new AbortController();
    const forward = () => controller.abort(signal?.reason);
    signal?.addEventListener('abort', forward, { once: true });
    if (signal?.aborted) forward();
    try {
      const outcome = run(controller.signal);
      running.set(controller, outcome);
      return await outcome;
    } catch (error) {
      if (disposed && !signal?.aborted)
        throw new SandboxError('The sandbox was disposed while the command ran.');
      if (FlueError.isInstance(error)) throw error;
      throw new SandboxError(`The sandbox could not run the command: ${errorText(error)}`, { cause: error });
    } finally {
      running.delete(controller);
      signal?.removeEventListener('abort', forward);
    }
  }

  async function endAll(): Promise<void> {
    for (const controller of running.keys()) controller.abort();
    await Promise.allSettled(running.values());
    await driver.dispose?.();
  }
}

function byName(a: DirectoryEntry, b: DirectoryEntry): number {
  return a.name < b.name ? -1 : Number(a.name > b.name);
}

import type { DirectoryEntry, FileStat, Sandbox } from '../../ports/sandbox.js';
import type { SessionEnv } from '../../ports/session-env.js';
import { createSandbox } from './create-sandbox.js';
import { mapBounded } from './map-bounded.js';
import { parentOf, resolvePosixPath } from './posix-path.js';
import { runStoppable } from './run-stoppable.js';
import type { SandboxDriver } from './sandbox-driver.js';
import { shellLine } from './shell-line.js';
import { reasonOf } from './to-path-error.js';

/** Requests to the remote side at a time, for one listing. */
const MAX_CONCURRENT = 16;

/** A provider gets this much longer to report a timeout by itself, with the output so far. Seconds. */
const TIMEOUT_LEEWAY = 2;

/**
 * The `Sandbox` over what a connector to a remote sandbox returns: adds handles, byte ranges, typed listings,
 * views, argument lists and typed errors. Output arrives at the end of a command. `cwd` is relative to `env.cwd`.
 */
export function sandboxFromSessionEnv(env: SessionEnv, { cwd = '.' }: { cwd?: string } = {}): Sandbox {
  return createSandbox(sessionEnvDriver(env), resolvePosixPath(env.cwd, cwd));
}

function sessionEnvDriver(env: SessionEnv): SandboxDriver {
  return {
    capabilities: { snapshot: false, isolated: true, network: true },
    async exec(command, { emit, timeout, signal, ...options }) {
      const { stdout, stderr, exitCode } = await runStoppable(
        { timeout, signal, leeway: TIMEOUT_LEEWAY },
        (stop) =>
          env.exec(shellLine(command), { ...options, env: { ...options.env }, timeout, signal: stop }),
      );
      emit({ stream: 'stdout', text: stdout });
      emit({ stream: 'stderr', text: stderr });
      return { stdout, stderr, exitCode };
    },
    readFile: (path) => env.readFile(path),
    readFileBuffer: async (path, { start, end }) => (await env.readFileBuffer(path)).slice(start, end),
    writeFile: (path, content) => writeWithParents(env, path, content),
    stat: (path) => env.stat(path),
    readdir: (path) => env.readdir(path),
    async readdirWithTypes(path) {
      return mapBounded(await env.readdir(path), MAX_CONCURRENT, (name) => entryOf(env, path, name));
    },
    exists: (path) => env.exists(path),
    mkdir: (path, options) => env.mkdir(path, options),
    rm: (path, options) => env.rm(path, options),
    canonicalPath: async (path) => path,
  };
}

/** Most providers make the parents themselves: only a write that fails for want of them makes a second request. */
async function writeWithParents(env: SessionEnv, path: string, content: string | Uint8Array): Promise<void> {
  try {
    await env.writeFile(path, content);
  } catch (error) {
    if (!isNotFound(error)) throw error;
    await env.mkdir(parentOf(path), { recursive: true });
    await env.writeFile(path, content);
  }
}

/** An entry that is listed but cannot be looked at is a link to nothing, or went away: `other`. */
async function entryOf(env: SessionEnv, directory: string, name: string): Promise<DirectoryEntry> {
  try {
    return { name, type: typeOf(await env.stat(resolvePosixPath(directory, `./${name}`))) };
  } catch (error) {
    if (isNotFound(error)) return { name, type: 'other' };
    throw error;
  }
}

function isNotFound(error: unknown): boolean {
  return reasonOf(error) === 'not-found';
}

function typeOf({ isSymbolicLink, isFile, isDirectory }: FileStat): DirectoryEntry['type'] {
  if (isSymbolicLink) return 'symlink';
  if (isDirectory) return 'directory';
  return isFile ? 'file' : 'other';
}

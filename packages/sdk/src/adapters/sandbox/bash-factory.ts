import type { DirectoryEntry, FileStat, Sandbox } from '../../ports/sandbox.js';
import type { BashLike } from '../../ports/session-env.js';
import { createSandbox } from './create-sandbox.js';
import { mapBounded } from './map-bounded.js';
import { baseOf, parentOf, resolvePosixPath } from './posix-path.js';
import { runStoppable } from './run-stoppable.js';
import type { SandboxDriver } from './sandbox-driver.js';
import { shellLine } from './shell-line.js';
import { pathError, reasonOf } from './to-path-error.js';

/** Calls into the file system at a time, for one listing. */
const MAX_CONCURRENT = 16;

/**
 * The `Sandbox` over a shell that a script made itself, with whatever file system, commands and limits it gave
 * it. It gets an `AbortSignal`, but no other guard: it looks at it between statements only, so that a tight loop
 * runs until the shell's own limits end it. Output arrives at the end of a command, and is lost when the command
 * is stopped. `cwd` is relative to the shell's own.
 */
export function sandboxFromBashLike(bash: BashLike, { cwd = '.' }: { cwd?: string } = {}): Sandbox {
  return createSandbox(bashDriver(bash), resolvePosixPath(bash.getCwd(), cwd));
}

/** What just-bash's own file systems can do beyond `BashLike`; others may lack it. */
interface LinkAwareFiles {
  lstat(path: string): Promise<unknown>;
  realpath(path: string): Promise<string>;
}

function bashDriver(bash: BashLike): SandboxDriver {
  const files: BashLike['fs'] & Partial<LinkAwareFiles> = bash.fs;
  return {
    capabilities: { snapshot: false, isolated: false, network: true },
    async requireDirectory(path) {
      if (!readStat(await files.stat(path)).isDirectory) throw pathError(path, 'not-a-directory', 'run in');
    },
    async exec(command, { cwd, env, timeout, signal, emit }) {
      const { stdout, stderr, exitCode } = await runStoppable({ timeout, signal }, (stop) =>
        bash.exec(shellLine(command), { cwd, env: { ...env }, signal: stop, ...VERBATIM }),
      );
      emit({ stream: 'stdout', text: stdout });
      emit({ stream: 'stderr', text: stderr });
      return { stdout, stderr, exitCode };
    },
    readFile: async (path) => decoder.decode(await files.readFileBuffer(await fileAt(path))),
    readFileBuffer: async (path, { start, end }) =>
      (await files.readFileBuffer(await fileAt(path))).slice(start, end),
    async writeFile(path, content) {
      const target = await canonicalPath(path);
      if (await isDirectory(target)) throw pathError(path, 'is-a-directory', 'write');
      await makeDirectory(parentOf(target));
      await files.writeFile(target, typeof content === 'string' ? content : new Uint8Array(content));
    },
    async stat(path) {
      const target = readStat(await files.stat(path));
      if (!files.lstat) return target;
      return { ...target, isSymbolicLink: readStat(await files.lstat(path)).isSymbolicLink };
    },
    readdir: async (path) => files.readdir(await canonicalPath(path)),
    async readdirWithTypes(path) {
      const directory = await canonicalPath(path);
      return mapBounded(await files.readdir(directory), MAX_CONCURRENT, async (name) => {
        const entry = resolvePosixPath(directory, `./${name}`);
        return { name, type: typeOf(readStat(await (files.lstat ?? files.stat).call(files, entry))) };
      });
    },
    exists: (path) => files.exists(path),
    async mkdir(path, { recursive }) {
      const target = await canonicalPath(path);
      if (recursive) return makeDirectory(target);
      if (await files.exists(target)) throw pathError(path, 'exists', 'make');
      if (!(await isDirectory(parentOf(target)))) throw pathError(path, await whyNoDirectory(target), 'make');
      await files.mkdir(target);
    },
    async rm(path, options) {
      await files.rm(resolvePosixPath(await canonicalPath(parentOf(path)), `./${baseOf(path)}`), options);
    },
    canonicalPath,
  };

  async function fileAt(path: string): Promise<string> {
    if (await isDirectory(path)) throw pathError(path, 'is-a-directory', 'read');
    return path;
  }

  /** The file systems take a file for a directory in places, so the path is walked here. */
  async function makeDirectory(path: string): Promise<void> {
    if (await isDirectory(path)) return;
    if (await files.exists(path)) throw pathError(path, 'not-a-directory', 'make');
    await makeDirectory(parentOf(path));
    await files.mkdir(path, { recursive: true });
  }

  async function whyNoDirectory(path: string): Promise<'not-found' | 'not-a-directory'> {
    return (await files.exists(parentOf(path))) ? 'not-a-directory' : 'not-found';
  }

  async function isDirectory(path: string): Promise<boolean> {
    return (await files.exists(path)) && readStat(await files.stat(path)).isDirectory;
  }

  async function canonicalPath(path: string): Promise<string> {
    if (!files.realpath || path === '/') return path;
    try {
      return await files.realpath(path);
    } catch (error) {
      if (reasonOf(error) !== 'not-found') throw error;
      return resolvePosixPath(await canonicalPath(parentOf(path)), `./${baseOf(path)}`);
    }
  }
}

/** Otherwise the shell takes leading spaces from every line, in quoted text too. */
const VERBATIM = { rawScript: true };

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

function readStat(value: unknown): FileStat {
  const { isFile, isDirectory, isSymbolicLink, size, mtime } = value as Partial<FileStat>;
  return {
    isFile: isFile === true,
    isDirectory: isDirectory === true,
    isSymbolicLink: isSymbolicLink === true,
    size: size ?? 0,
    mtime: mtime ?? new Date(0),
  };
}

function typeOf({ isSymbolicLink, isDirectory, isFile }: FileStat): DirectoryEntry['type'] {
  if (isSymbolicLink) return 'symlink';
  if (isDirectory) return 'directory';
  return isFile ? 'file' : 'other';
}

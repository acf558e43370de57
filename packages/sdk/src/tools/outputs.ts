import { PathError } from '../errors/path-error.js';
import type { ByteRange, FileStat, Sandbox } from '../ports/sandbox.js';

/** Directory in which the model finds the whole text of results that were too long to show. */
export const OUTPUTS_DIRECTORY = '/.flue/outputs';

const FILE_NAME = /^([0-9a-f]{64})\.txt$/;

type ReadBlob = (digest: string) => Promise<Uint8Array | undefined>;

/** Where a kept text is readable. @param digest sha256 of its bytes, in hex */
export function outputPath(digest: string): string {
  return `${OUTPUTS_DIRECTORY}/${digest}.txt`;
}

/**
 * The same sandbox with kept texts as read-only files under `/.flue/outputs`. They can be read by path, not listed,
 * and are no part of the workspace: commands do not see them.
 */
export function withOutputs(sandbox: Sandbox, readBlob: ReadBlob): Sandbox {
  return view(sandbox, createOutputs(readBlob));
}

interface Outputs {
  /** @throws {PathError} `not-found` */
  read(given: string, absolute: string): Promise<Uint8Array>;
  stat(given: string, absolute: string): Promise<FileStat>;
}

function view(sandbox: Sandbox, outputs: Outputs): Sandbox {
  const outputAt = (path: string): string | undefined => {
    const absolute = sandbox.resolvePath(path);
    return absolute === OUTPUTS_DIRECTORY || absolute.startsWith(`${OUTPUTS_DIRECTORY}/`)
      ? absolute
      : undefined;
  };
  const readOr = async <T>(
    path: string,
    own: (absolute: string) => Promise<T>,
    below: () => Promise<T>,
  ): Promise<T> => {
    const absolute = outputAt(path);
    return absolute === undefined ? below() : own(absolute);
  };
  const changeUnless = async <T>(path: string, action: string, change: () => Promise<T>): Promise<T> => {
    if (outputAt(path) !== undefined) throw readOnly(path, action);
    return change();
  };
  const list = async (path: string): Promise<never> => {
    throw new PathError(path, 'denied', `Cannot list "${path}": kept outputs are read by their full path.`);
  };

  return {
    get cwd() {
      return sandbox.cwd;
    },
    get capabilities() {
      return sandbox.capabilities;
    },
    exec: (command, options) => sandbox.exec(command, options),
    readFile: (path) =>
      readOr(
        path,
        async (absolute) => toText(await outputs.read(path, absolute)),
        () => sandbox.readFile(path),
      ),
    readFileBuffer: (path, range) =>
      readOr(
        path,
        async (absolute) => between(await outputs.read(path, absolute), range),
        () => sandbox.readFileBuffer(path, range),
      ),
    writeFile: (path, content) => changeUnless(path, 'write', () => sandbox.writeFile(path, content)),
    async writeFiles(files) {
      const output = files.find(({ path }) => outputAt(path) !== undefined);
      if (output) throw readOnly(output.path, 'write');
      await sandbox.writeFiles(files);
    },
    stat: (path) =>
      readOr(
        path,
        (absolute) => outputs.stat(path, absolute),
        () => sandbox.stat(path),
      ),
    readdir: (path) =>
      readOr(
        path,
        () => list(path),
        () => sandbox.readdir(path),
      ),
    readdirWithTypes: (path) =>
      readOr(
        path,
        () => list(path),
        () => sandbox.readdirWithTypes(path),
      ),
    exists: (path) =>
      readOr(
        path,
        (absolute) =>
          outputs.stat(path, absolute).then(
            () => true,
            () => false,
          ),
        () => sandbox.exists(path),
      ),
    mkdir: (path, options) => changeUnless(path, 'make', () => sandbox.mkdir(path, options)),
    rm: (path, options) => changeUnless(path, 'remove', () => sandbox.rm(path, options)),
    resolvePath: (path) => sandbox.resolvePath(path),
    canonicalPath: (path) =>
      readOr(
        path,
        async (absolute) => absolute,
        () => sandbox.canonicalPath(path),
      ),
    at: (directory) => view(sandbox.at(directory), outputs),
    dispose: () => sandbox.dispose(),
  };
}

function createOutputs(readBlob: ReadBlob): Outputs {
  // A long text is read in many ranges; the store gives it whole each time.
  let last: { digest: string; bytes: WeakRef<Uint8Array> } | undefined;
  const outputs: Outputs = {
    async read(given, absolute) {
      const digest = FILE_NAME.exec(absolute.slice(OUTPUTS_DIRECTORY.length + 1))?.[1];
      if (digest === undefined) throw notFound(given);
      const held = last?.digest === digest ? last.bytes.deref() : undefined;
      if (held) return held;
      const bytes = await readBlob(digest);
      if (!bytes) throw notFound(given);
      last = { digest, bytes: new WeakRef(bytes) };
      return bytes;
    },
    async stat(given, absolute) {
      const { byteLength } = await outputs.read(given, absolute);
      return {
        isFile: true,
        isDirectory: false,
        isSymbolicLink: false,
        size: byteLength,
        mtime: new Date(0),
      };
    },
  };
  return outputs;
}

function between(bytes: Uint8Array, { start = 0, end = bytes.length }: ByteRange = {}): Uint8Array {
  const from = Math.min(Math.max(start, 0), bytes.length);
  return bytes.slice(from, Math.max(Math.min(end, bytes.length), from));
}

function toText({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

function notFound(path: string): PathError {
  return new PathError(path, 'not-found', `Cannot read "${path}": no output is kept under this name.`);
}

function readOnly(path: string, action: string): PathError {
  return new PathError(path, 'denied', `Cannot ${action} "${path}": kept outputs are read-only.`, {
    hint: 'Use a path in the working directory.',
  });
}

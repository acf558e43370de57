import type { Sandbox, SandboxFiles } from '../../ports/sandbox.js';
import type { Confinement } from './local-confinement.js';
import { fromSystemError, type Target } from './local-path-error.js';
import { listDirectory, readBytes, statPath } from './local-read.js';
import { removePath } from './local-remove.js';
import { makeDirectory, writeBytes } from './local-write.js';
import { checkedPosixPath } from './posix-path.js';

export type LocalFiles = SandboxFiles & Pick<Sandbox, 'readdirWithTypes' | 'canonicalPath'>;

/** The file half of a local sandbox, seen from `cwd`. `requireOpen` throws once the sandbox is disposed. */
export function createLocalFiles(confinement: Confinement, cwd: string, requireOpen: () => void): LocalFiles {
  const files: LocalFiles = {
    readFile: async (path) => decode(await files.readFileBuffer(path)),
    readFileBuffer: (path, range) => on(path, 'read', (target) => readBytes(confinement, target, range)),
    writeFile: (path, content) => on(path, 'write', (target) => writeBytes(confinement, target, content)),
    async writeFiles(writes) {
      for (const { path, content } of writes) await files.writeFile(path, content);
    },
    stat: (path) => on(path, 'look at', (target) => statPath(confinement, target)),
    readdir: async (path) => (await files.readdirWithTypes(path)).map(({ name }) => name),
    readdirWithTypes: (path) => on(path, 'list', (target) => listDirectory(confinement, target)),
    exists: (path) =>
      files.stat(path).then(
        () => true,
        () => false,
      ),
    mkdir: (path, options) =>
      on(path, 'make', (target) => makeDirectory(confinement, target, options?.recursive ?? false)),
    rm: (path, options = {}) => on(path, 'remove', (target) => removePath(confinement, target, options)),
    canonicalPath: (path) => on(path, 'use', (target) => confinement.locate(target)),
  };
  return files;

  async function on<T>(given: string, action: string, operate: (target: Target) => Promise<T>): Promise<T> {
    requireOpen();
    const target = { absolute: checkedPosixPath(cwd, given), given, action };
    try {
      return await operate(target);
    } catch (error) {
      throw fromSystemError(error, target);
    }
  }
}

function decode({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('utf8');
}

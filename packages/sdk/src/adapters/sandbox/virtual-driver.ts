import type { DirectoryEntry, FileStat } from '../../ports/sandbox.js';
import { decodeBytes, ownBytes } from './memory-encoding.js';
import { contentOf, type MemoryNode } from './memory-node.js';
import type { MemoryTree } from './memory-tree.js';
import type { SandboxDriver } from './sandbox-driver.js';
import { shellLine } from './shell-line.js';
import type { VirtualShell } from './virtual-shell.js';

export interface VirtualDriverOptions {
  /** File operations use it directly, without the shell. */
  tree: MemoryTree;
  openShell(): Promise<VirtualShell>;
  /** Whether commands may reach a network. */
  network: boolean;
}

export function virtualDriver({ tree, openShell, network }: VirtualDriverOptions): SandboxDriver {
  return {
    capabilities: { snapshot: false, isolated: true, network },
    async requireDirectory(path) {
      tree.directory(path, 'chdir');
    },
    async exec(command, { emit, ...options }) {
      const shell = await openShell();
      const outcome = await shell.run(shellLine(command), options);
      emit({ stream: 'stdout', text: outcome.stdout });
      emit({ stream: 'stderr', text: outcome.stderr });
      return outcome;
    },
    readFile: async (path) => decodeBytes(contentOf(tree.file(path, 'open'))),
    readFileBuffer: async (path, { start, end }) => contentOf(tree.file(path, 'open')).slice(start, end),
    async writeFile(path, content) {
      tree.makeParents(path);
      tree.write(path, ownBytes(content));
    },
    async stat(path) {
      const isSymbolicLink = tree.find(path, 'lstat', { follow: false }).type === 'symlink';
      return { ...statOf(tree.find(path, 'stat')), isSymbolicLink };
    },
    readdir: async (path) => [...tree.directory(path, 'scandir').entries.keys()],
    async readdirWithTypes(path) {
      return Array.from(
        tree.directory(path, 'scandir').entries,
        ([name, { type }]): DirectoryEntry => ({ name, type }),
      );
    },
    async exists(path) {
      tree.find(path, 'stat');
      return true;
    },
    mkdir: async (path, options) => tree.makeDirectory(path, options),
    rm: async (path, options) => tree.remove(path, options),
    canonicalPath: async (path) => tree.canonicalPath(path),
    async dispose() {
      tree.root.entries.clear();
    },
  };
}

function statOf(node: MemoryNode): Omit<FileStat, 'isSymbolicLink'> {
  const isFile = node.type === 'file';
  return { isFile, isDirectory: node.type === 'directory', size: isFile ? node.size : 0, mtime: node.mtime };
}

import { errorText } from '../../errors/error-text.js';
import { OptionError } from '../../errors/option-error.js';
import type { DirectoryEntry, FileStat, Sandbox, SandboxProvider } from '../../ports/sandbox.js';
import { createSandbox } from './create-sandbox.js';
import { encodeText, decodeBytes } from './memory-encoding.js';
import { contentOf, type MemoryNode } from './memory-node.js';
import { MemoryTree } from './memory-tree.js';
import { checkedPosixPath } from './posix-path.js';
import type { SandboxDriver } from './sandbox-driver.js';
import { shellLine } from './shell-line.js';
import { checkLimits, type VirtualLimits } from './virtual-limits.js';
import { checkNetwork, type VirtualNetwork } from './virtual-network.js';
import { createVirtualShell, type VirtualShell } from './virtual-shell.js';

export type { AllowedUrl, HttpMethod, VirtualNetwork } from './virtual-network.js';
export type { VirtualLimits };

/** What `virtual()` takes; everything is optional. */
export interface VirtualOptions {
  /** Files to start with, by path; a relative one is under `/home/user`. Text is stored as UTF-8. */
  files?: Readonly<Record<string, string | Uint8Array>>;
  /** Default: none. */
  network?: VirtualNetwork;
  limits?: VirtualLimits;
}

const HOME = '/home/user';
const DIRECTORIES = [HOME, '/tmp', '/bin', '/usr/bin', '/dev', '/proc'];

/**
 * A shell and files in the memory of this process: no files, variables or programs of the host, and no network
 * unless it is allowed by URL. Commands start in `/home/user`.
 *
 * Every command is on the clock (`limits.timeout`) and gives other work of the process a turn while it runs.
 * Output arrives when the command ends; a timeout keeps what there is.
 * @throws {OptionError}
 */
export function virtual(options: VirtualOptions = {}): SandboxProvider {
  const checked = checkOptions(options);
  return { name: 'virtual', open: async ({ cwd = '.' }) => openVirtual(checked, cwd) };
}

/** As `virtual`, opened: one sandbox in `cwd`, which is relative to `/home/user`. @throws {OptionError} */
export function createVirtualSandbox({ cwd = '.', ...options }: VirtualOptions & { cwd?: string } = {}): Sandbox {
  return openVirtual(checkOptions(options), cwd);
}

interface CheckedOptions {
  files: ReadonlyMap<string, Uint8Array>;
  network: VirtualNetwork | undefined;
  limits: Required<VirtualLimits>;
}

function checkOptions({ files = {}, network, limits, ...rest }: VirtualOptions): CheckedOptions {
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) throw new OptionError(`virtual() has no option "${unknown}"; it has files, network, limits.`);
  if (network !== undefined) checkNetwork(network);
  return { files: checkFiles(files), network, limits: checkLimits(limits) };
}

function checkFiles(files: NonNullable<VirtualOptions['files']>): ReadonlyMap<string, Uint8Array> {
  const checked = new Map<string, Uint8Array>();
  for (const [path, content] of Object.entries(files)) {
    if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
      throw new OptionError(`virtual({ files }) got ${typeof content} for "${path}"; accepted is text or a Uint8Array.`);
    }
    checked.set(checkedPosixPath(HOME, path), bytesOf(content));
  }
  return checked;
}

function openVirtual({ files, network, limits }: CheckedOptions, cwd: string): Sandbox {
  const directory = checkedPosixPath(HOME, cwd);
  const tree = plant(files, directory, limits);
  let shell: Promise<VirtualShell> | undefined;
  const openShell = () => {
    shell ??= createVirtualShell({ tree, limits, network });
    return shell;
  };
  return createSandbox(virtualDriver(tree, openShell, (network?.allow.length ?? 0) > 0), directory);
}

/** The files at the start. @throws {OptionError} when they cannot be together, or not within the limits */
function plant(files: CheckedOptions['files'], directory: string, limits: Required<VirtualLimits>): MemoryTree {
  const tree = new MemoryTree({ maxBytes: limits.maxFileSystemBytes, maxEntries: limits.maxFiles });
  tree.withoutLimits(() => {
    for (const path of DIRECTORIES) tree.makeDirectory(path, { recursive: true });
  });
  try {
    tree.makeDirectory(directory, { recursive: true });
    for (const [path, content] of files) {
      tree.makeParents(path);
      tree.write(path, content);
    }
  } catch (error) {
    throw new OptionError(`virtual({ files }) cannot be laid out: ${errorText(error)}.`, { cause: error });
  }
  return tree;
}

function virtualDriver(tree: MemoryTree, openShell: () => Promise<VirtualShell>, network: boolean): SandboxDriver {
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
      tree.write(path, bytesOf(content));
    },
    async stat(path) {
      const isSymbolicLink = tree.find(path, 'lstat', { follow: false }).type === 'symlink';
      return { ...statOf(tree.find(path, 'stat')), isSymbolicLink };
    },
    readdir: async (path) => [...tree.directory(path, 'scandir').entries.keys()],
    async readdirWithTypes(path) {
      return Array.from(tree.directory(path, 'scandir').entries, ([name, { type }]): DirectoryEntry => ({ name, type }));
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

/** A copy, which the caller cannot change afterwards. */
function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? encodeText(content, 'utf8') : new Uint8Array(content);
}

function statOf(node: MemoryNode): Omit<FileStat, 'isSymbolicLink'> {
  const isFile = node.type === 'file';
  return { isFile, isDirectory: node.type === 'directory', size: isFile ? node.size : 0, mtime: node.mtime };
}

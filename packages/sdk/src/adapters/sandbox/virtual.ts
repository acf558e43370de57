import { errorText } from '../../errors/error-text.js';
import { OptionError } from '../../errors/option-error.js';
import type { Sandbox, SandboxProvider } from '../../ports/sandbox.js';
import { createSandbox } from './create-sandbox.js';
import { ownBytes } from './memory-encoding.js';
import { MemoryTree } from './memory-tree.js';
import { checkedPosixPath } from './posix-path.js';
import { virtualDriver } from './virtual-driver.js';
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
export function createVirtualSandbox({
  cwd = '.',
  ...options
}: VirtualOptions & { cwd?: string } = {}): Sandbox {
  return openVirtual(checkOptions(options), cwd);
}

interface CheckedOptions {
  files: ReadonlyMap<string, Uint8Array>;
  network: VirtualNetwork | undefined;
  limits: Required<VirtualLimits>;
}

function checkOptions({ files = {}, network, limits, ...rest }: VirtualOptions): CheckedOptions {
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined)
    throw new OptionError(`virtual() has no option "${unknown}"; it has files, network, limits.`);
  if (network !== undefined) checkNetwork(network);
  return { files: checkFiles(files), network, limits: checkLimits(limits) };
}

function checkFiles(files: NonNullable<VirtualOptions['files']>): ReadonlyMap<string, Uint8Array> {
  const checked = new Map<string, Uint8Array>();
  for (const [path, content] of Object.entries(files)) {
    if (typeof content !== 'string' && !(content instanceof Uint8Array)) {
      throw new OptionError(
        `virtual({ files }) got ${typeof content} for "${path}"; accepted is text or a Uint8Array.`,
      );
    }
    checked.set(checkedPosixPath(HOME, path), ownBytes(content));
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
  const hasNetwork = (network?.allow.length ?? 0) > 0;
  return createSandbox(virtualDriver({ tree, openShell, network: hasNetwork }), directory);
}

/** The files at the start. @throws {OptionError} when they cannot be together, or not within the limits */
function plant(
  files: CheckedOptions['files'],
  directory: string,
  limits: Required<VirtualLimits>,
): MemoryTree {
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

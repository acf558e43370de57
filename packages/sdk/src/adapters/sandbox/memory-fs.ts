import type { IFileSystem } from 'just-bash';
import { errno, hasErrno } from './errno.js';
import { takeTurnIfDue } from './event-loop-turns.js';
import { decodeBytes, encodeText, type TextEncoding } from './memory-encoding.js';
import { contentOf, type MemoryNode } from './memory-node.js';
import type { MemoryTree } from './memory-tree.js';
import { resolvePosixPath } from './posix-path.js';

type Encoding = TextEncoding | { encoding?: TextEncoding | null } | null;
type FsStat = Awaited<ReturnType<IFileSystem['stat']>>;
type Dirent = Awaited<ReturnType<NonNullable<IFileSystem['readdirWithFileTypes']>>>[number];

/** Told that the tree is full, before the error is thrown. May throw one of its own. */
export type OnFull = () => void;

/**
 * A `MemoryTree` as the file system of a shell. Every call is also a point where the shell lets the event loop
 * go on, so that commands which touch files cannot starve it.
 *
 * As just-bash's own file systems do, writes make missing parents: its redirections count on that.
 */
export class MemoryFs implements IFileSystem {
  constructor(
    private readonly tree: MemoryTree,
    private readonly onFull: OnFull,
  ) {}

  async readFile(path: string, options?: Encoding): Promise<string> {
    return decodeBytes(await this.readFileBuffer(path), encodingOf(options));
  }

  async readFileBuffer(path: string): Promise<Uint8Array> {
    await takeTurnIfDue();
    return contentOf(this.tree.file(checked(path, 'open'), 'open'));
  }

  async writeFile(path: string, content: string | Uint8Array, options?: Encoding): Promise<void> {
    await takeTurnIfDue();
    const at = checked(path, 'open');
    this.#grow(() => {
      this.tree.makeParents(at);
      this.tree.write(at, encodeText(content, encodingOf(options)));
    });
  }

  /** The shell lays out its system with these two when it is made: `/bin`, `/dev`, `/proc`. */
  writeFileSync(path: string, content: string | Uint8Array): void {
    this.tree.withoutLimits(() => {
      this.tree.makeParents(path);
      this.tree.write(path, encodeText(content, 'utf8'), { isSink: path === '/dev/null' });
    });
  }

  mkdirSync(path: string, options?: { recursive?: boolean }): void {
    this.tree.withoutLimits(() => this.tree.makeDirectory(path, options));
  }

  async appendFile(path: string, content: string | Uint8Array, options?: Encoding): Promise<void> {
    await takeTurnIfDue();
    const at = checked(path, 'open');
    this.#grow(() => {
      this.tree.makeParents(at);
      this.tree.append(at, encodeText(content, encodingOf(options)));
    });
  }

  async exists(path: string): Promise<boolean> {
    await takeTurnIfDue();
    if (path.includes('\0')) return false;
    try {
      this.tree.find(checked(path, 'stat'), 'stat');
      return true;
    } catch (error) {
      if (hasErrno(error, 'ENOENT', 'ENOTDIR', 'ELOOP', 'ENAMETOOLONG')) return false;
      throw error;
    }
  }

  async stat(path: string): Promise<FsStat> {
    await takeTurnIfDue();
    return statOf(this.tree.find(checked(path, 'stat'), 'stat'));
  }

  async lstat(path: string): Promise<FsStat> {
    await takeTurnIfDue();
    return statOf(this.tree.find(checked(path, 'lstat'), 'lstat', { follow: false }));
  }

  async mkdir(path: string, options?: { recursive?: boolean }): Promise<void> {
    await takeTurnIfDue();
    this.#grow(() => this.tree.makeDirectory(checked(path, 'mkdir'), options));
  }

  async readdir(path: string): Promise<string[]> {
    return (await this.readdirWithFileTypes(path)).map(({ name }) => name);
  }

  async readdirWithFileTypes(path: string): Promise<Dirent[]> {
    await takeTurnIfDue();
    const { entries } = this.tree.directory(checked(path, 'scandir'), 'scandir');
    return [...entries.keys()].sort().map((name) => ({ name, ...kindOf(entries.get(name)) }));
  }

  async rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void> {
    await takeTurnIfDue();
    this.tree.remove(checked(path, 'rm'), options);
  }

  async cp(from: string, to: string, options?: { recursive?: boolean }): Promise<void> {
    await takeTurnIfDue();
    const target = checked(to, 'cp');
    this.#grow(() => {
      this.tree.makeParents(target);
      this.tree.copy(checked(from, 'cp'), target, options);
    });
  }

  async mv(from: string, to: string): Promise<void> {
    await takeTurnIfDue();
    const target = checked(to, 'rename');
    this.tree.makeParents(target);
    this.tree.move(checked(from, 'rename'), target);
  }

  resolvePath(base: string, path: string): string {
    return resolvePosixPath(base, path);
  }

  getAllPaths(): string[] {
    const paths: string[] = [];
    const pending: [string, MemoryNode][] = [['/', this.tree.root]];
    for (let next = pending.pop(); next; next = pending.pop()) {
      const [path, node] = next;
      paths.push(path);
      if (node.type !== 'directory') continue;
      for (const [name, child] of node.entries)
        pending.push([path === '/' ? `/${name}` : `${path}/${name}`, child]);
    }
    return paths;
  }

  async chmod(path: string, mode: number): Promise<void> {
    await takeTurnIfDue();
    this.tree.find(checked(path, 'chmod'), 'chmod').mode = mode;
  }

  async utimes(path: string, _atime: Date, mtime: Date): Promise<void> {
    await takeTurnIfDue();
    this.tree.find(checked(path, 'utimes'), 'utimes').mtime = mtime;
  }

  async symlink(target: string, path: string): Promise<void> {
    await takeTurnIfDue();
    this.#grow(() => this.tree.makeLink(target, checked(path, 'symlink')));
  }

  async link(existing: string, path: string): Promise<void> {
    await takeTurnIfDue();
    this.tree.makeHardLink(checked(existing, 'link'), checked(path, 'link'));
  }

  async readlink(path: string): Promise<string> {
    await takeTurnIfDue();
    const node = this.tree.find(checked(path, 'readlink'), 'readlink', { follow: false });
    if (node.type !== 'symlink') throw errno('EINVAL', 'readlink', path);
    return node.target;
  }

  async realpath(path: string): Promise<string> {
    await takeTurnIfDue();
    return this.tree.realPath(checked(path, 'realpath'));
  }

  #grow(change: () => void): void {
    try {
      change();
    } catch (error) {
      if (hasErrno(error, 'ENOSPC')) this.onFull();
      throw error;
    }
  }
}

function checked(path: string, operation: string): string {
  if (path.includes('\0')) throw errno('EINVAL', operation, path.replaceAll('\0', '\\0'));
  return resolvePosixPath('/', path);
}

function encodingOf(options: Encoding | undefined): TextEncoding {
  return (typeof options === 'string' ? options : options?.encoding) ?? 'utf8';
}

function kindOf(node: MemoryNode | undefined) {
  return {
    isFile: node?.type === 'file',
    isDirectory: node?.type === 'directory',
    isSymbolicLink: node?.type === 'symlink',
  };
}

function statOf(node: MemoryNode): FsStat {
  return { ...kindOf(node), mode: node.mode, size: sizeOf(node), mtime: node.mtime, dev: 1, ino: node.id };
}

function sizeOf(node: MemoryNode): number {
  if (node.type === 'file') return node.size;
  return node.type === 'symlink' ? node.target.length : 0;
}

import { errno } from './errno.js';
import { locate, type Place } from './memory-locate.js';
import {
  contentOf,
  directoryNode,
  fileNode,
  linkNode,
  type MemoryDirectory,
  type MemoryFile,
  type MemoryNode,
  splice,
} from './memory-node.js';
import { parentOf } from './posix-path.js';

export interface MemoryTreeLimits {
  /** Bytes of all files together. */
  maxBytes: number;
  /** Files, directories and links together. */
  maxEntries: number;
}

/**
 * Files in memory with the rules of a POSIX file system: links, hard links, and writes that happen whole or not
 * at all. Every operation is synchronous, takes an absolute normalised path and throws errno errors.
 */
export class MemoryTree {
  readonly root: MemoryDirectory = directoryNode();
  #bytes = 0;
  #entries = 0;

  #maxBytes: number;
  #maxEntries: number;

  constructor({ maxBytes, maxEntries }: MemoryTreeLimits) {
    this.#maxBytes = maxBytes;
    this.#maxEntries = maxEntries;
  }

  /** Do what the limits do not count: the files that a system has. */
  withoutLimits(plant: () => void): void {
    const [bytes, entries] = [this.#bytes, this.#entries];
    const [maxBytes, maxEntries] = [this.#maxBytes, this.#maxEntries];
    this.#maxBytes = this.#maxEntries = Number.POSITIVE_INFINITY;
    try {
      plant();
    } finally {
      this.#maxBytes = maxBytes + this.#bytes - bytes;
      this.#maxEntries = maxEntries + this.#entries - entries;
    }
  }

  /** What is at `path`. @throws ENOENT, ENOTDIR, ELOOP */
  find(path: string, operation: string, { follow = true } = {}): MemoryNode {
    const { node } = locate(this.root, path, operation, { follow });
    if (!node) throw errno('ENOENT', operation, path);
    return node;
  }

  file(path: string, operation: string): MemoryFile {
    const node = this.find(path, operation);
    if (node.type !== 'file') throw errno('EISDIR', operation, path);
    return node;
  }

  directory(path: string, operation: string): MemoryDirectory {
    const node = this.find(path, operation);
    if (node.type !== 'directory') throw errno('ENOTDIR', operation, path);
    return node;
  }

  /** Replace or create a file, through links. */
  write(path: string, content: Uint8Array, options?: { mode?: number; isSink?: boolean }): void {
    this.#put(path, content, 0, options);
  }

  append(path: string, content: Uint8Array): void {
    this.#put(path, content, Number.POSITIVE_INFINITY);
  }

  /** With `recursive`, makes the parents too and accepts a directory that is there. */
  makeDirectory(path: string, { recursive = false } = {}): void {
    const place = locate(this.root, path, 'mkdir', { follow: recursive, missing: recursive });
    if (!place.node || place.missing.length > 0) this.#addDirectories(place, path);
    else if (!recursive || place.node.type !== 'directory') throw errno('EEXIST', 'mkdir', path);
  }

  /** Make what is missing above `path`. @throws ENOTDIR, ENOSPC */
  makeParents(path: string): void {
    const place = locate(this.root, parentOf(path), 'mkdir', { missing: true });
    if (!place.node || place.missing.length > 0) this.#addDirectories(place, path);
    else if (place.node.type !== 'directory') throw errno('ENOTDIR', 'mkdir', path);
  }

  makeLink(target: string, path: string): void {
    const place = this.#vacant(path, 'symlink');
    this.#add(place, linkNode(target), target.length);
  }

  /** A second name for a file or a link. */
  makeHardLink(existing: string, path: string): void {
    const node = this.find(existing, 'link', { follow: false });
    const place = this.#vacant(path, 'link');
    if (node.type === 'directory') throw errno('EPERM', 'link', existing);
    this.#add(place, node, 0);
    node.names++;
  }

  remove(path: string, { recursive = false, force = false } = {}): void {
    const place = locate(this.root, path, 'rm', { follow: false, missing: force });
    const { node } = place;
    if (!node || place.missing.length > 0) {
      if (force) return;
      throw errno('ENOENT', 'rm', path);
    }
    if (node === this.root) throw errno('EPERM', 'rm', path);
    if (node.type === 'directory' && node.entries.size > 0 && !recursive)
      throw errno('ENOTEMPTY', 'rm', path);
    this.#drop(place);
  }

  /** Copy a file or link, or with `recursive` a directory into `to`, replacing files that are there. */
  copy(from: string, to: string, { recursive = false } = {}): void {
    const pending = [{ from, to, node: this.find(from, 'cp', { follow: false }) }];
    if (pending[0]?.node.type === 'directory') {
      if (!recursive) throw errno('EISDIR', 'cp', from);
      if (isInside(this.realPath(from, 'cp'), this.canonicalPath(to))) throw errno('EINVAL', 'cp', to);
    }
    for (let next = pending.pop(); next; next = pending.pop()) {
      const { node } = next;
      if (node.type === 'file') this.write(next.to, contentOf(node), { mode: node.mode });
      else if (node.type === 'symlink') this.#replace(next.to, linkNode(node.target), node.target.length);
      else {
        this.makeDirectory(next.to, { recursive: true });
        for (const [name, child] of node.entries) {
          pending.push({ from: `${next.from}/${name}`, to: `${next.to}/${name}`, node: child });
        }
      }
    }
  }

  /** `rename(2)`: what is at `to` is replaced, unless it is a directory with entries. */
  move(from: string, to: string): void {
    const source = locate(this.root, from, 'rename', { follow: false });
    const target = locate(this.root, to, 'rename', { follow: false });
    if (!source.node) throw errno('ENOENT', 'rename', from);
    if (target.node === source.node) return;
    if (source.node.type === 'directory' && isInside(source.path, target.path)) {
      throw errno('EINVAL', 'rename', to);
    }
    if (target.node?.type === 'directory') {
      if (source.node.type !== 'directory') throw errno('EISDIR', 'rename', to);
      if (target.node.entries.size > 0) throw errno('ENOTEMPTY', 'rename', to);
    } else if (target.node && source.node.type === 'directory') {
      throw errno('ENOTDIR', 'rename', to);
    }
    if (!source.directory || !target.directory) throw errno('EPERM', 'rename', to);
    if (target.node) this.#drop(target);
    source.directory.entries.delete(source.name);
    target.directory.entries.set(target.name, source.node);
  }

  /** `path` with all links resolved. @throws as `find` */
  realPath(path: string, operation = 'realpath'): string {
    const place = locate(this.root, path, operation);
    if (!place.node) throw errno('ENOENT', operation, path);
    return place.path;
  }

  /** As `realPath`, as far as `path` exists; the rest as it is given. @throws ELOOP */
  canonicalPath(path: string): string {
    return locate(this.root, path, 'realpath', { missing: true }).path;
  }

  /** Replace what follows byte `from` of a file, or make it. */
  #put(path: string, content: Uint8Array, from: number, options?: { mode?: number; isSink?: boolean }): void {
    const place = locate(this.root, path, 'open');
    const { node } = place;
    if (node && node.type !== 'file') throw errno('EISDIR', 'open', path);
    if (!node) this.#add(place, fileNode(content, options), content.length);
    else if (!node.isSink) {
      const at = Math.min(from, node.size);
      this.#charge(at + content.length - node.size, path);
      splice(node, at, content);
    }
  }

  #addDirectories({ directory, name: first, node, missing, isDangling }: Place, path: string): void {
    if (node) throw errno('ENOTDIR', 'mkdir', path);
    if (isDangling) throw errno('ENOENT', 'mkdir', path);
    for (const name of missing.length > 0 ? missing : [first]) {
      const added = directoryNode();
      this.#add({ directory, name, path }, added, 0);
      directory = added;
    }
  }

  #vacant(path: string, operation: string): Place {
    const place = locate(this.root, path, operation, { follow: false });
    if (place.node) throw errno('EEXIST', operation, path);
    return place;
  }

  #replace(path: string, node: MemoryNode, bytes: number): void {
    const place = locate(this.root, path, 'cp', { follow: false });
    if (place.node?.type === 'directory') throw errno('EISDIR', 'cp', path);
    if (place.node) this.#drop(place);
    this.#add(place, node, bytes);
  }

  #add(
    { directory, name, path }: Pick<Place, 'directory' | 'name' | 'path'>,
    node: MemoryNode,
    bytes: number,
  ): void {
    if (!directory) throw errno('EISDIR', 'open', path);
    if (this.#entries >= this.#maxEntries) throw errno('ENOSPC', 'open', path);
    this.#charge(bytes, path);
    this.#entries++;
    directory.entries.set(name, node);
    directory.mtime = new Date();
  }

  #drop({ directory, name, node }: Place): void {
    if (!directory || !node) return;
    directory.entries.delete(name);
    directory.mtime = new Date();
    const pending = [node];
    for (let next = pending.pop(); next; next = pending.pop()) {
      this.#entries--;
      if (next.type === 'directory') for (const child of next.entries.values()) pending.push(child);
      else if (--next.names === 0) this.#bytes -= next.type === 'file' ? next.size : next.target.length;
    }
  }

  #charge(bytes: number, path: string): void {
    if (bytes > 0 && this.#bytes + bytes > this.#maxBytes) throw errno('ENOSPC', 'write', path);
    this.#bytes += bytes;
  }
}

function isInside(directory: string, path: string): boolean {
  return path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`);
}

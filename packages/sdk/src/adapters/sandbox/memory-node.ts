/** What a name in a `MemoryTree` stands for. Two names of one file (hard links) share the node. */
export type MemoryNode = MemoryFile | MemoryDirectory | MemoryLink;

interface Inode {
  readonly id: number;
  mode: number;
  mtime: Date;
}

export interface MemoryFile extends Inode {
  readonly type: 'file';
  /** The content is the first `size` bytes; what follows is room to grow, and seen by nobody. */
  buffer: Uint8Array;
  size: number;
  /** How many names it has. */
  names: number;
  /** True for `/dev/null`: it takes everything and holds nothing. */
  readonly isSink: boolean;
}

export interface MemoryDirectory extends Inode {
  readonly type: 'directory';
  readonly entries: Map<string, MemoryNode>;
}

export interface MemoryLink extends Inode {
  readonly type: 'symlink';
  readonly target: string;
  names: number;
}

let lastId = 0;

export function fileNode(content: Uint8Array, { mode = 0o644, isSink = false } = {}): MemoryFile {
  const size = content.length;
  return { type: 'file', id: ++lastId, mode, mtime: new Date(), buffer: content, size, names: 1, isSink };
}

export function directoryNode(): MemoryDirectory {
  return { type: 'directory', id: ++lastId, mode: 0o755, mtime: new Date(), entries: new Map() };
}

export function linkNode(target: string): MemoryLink {
  return { type: 'symlink', id: ++lastId, mode: 0o777, mtime: new Date(), target, names: 1 };
}

/** The content of a file. A view: later writes replace or follow it and never change it. */
export function contentOf(file: MemoryFile): Uint8Array {
  return file.buffer.subarray(0, file.size);
}

/** Replace the bytes that follow byte `at` (0: all of them); the room grows by doubling. */
export function splice(file: MemoryFile, at: number, bytes: Uint8Array): void {
  file.mtime = new Date();
  if (at === 0) {
    file.buffer = bytes;
  } else {
    if (at + bytes.length > file.buffer.length) {
      const grown = new Uint8Array(Math.max(at + bytes.length, 2 * file.buffer.length));
      grown.set(contentOf(file));
      file.buffer = grown;
    }
    file.buffer.set(bytes, at);
  }
  file.size = at + bytes.length;
}

/** Where an agent's commands run and its files are. Adapters in `adapters/sandbox/` implement it. */
export interface Sandbox {
  /** Absolute directory that relative paths and commands start from. */
  readonly cwd: string;
  readonly capabilities: SandboxCapabilities;

  /**
   * Run a shell command line, or a program with an argument list that no shell sees.
   *
   * A non-zero exit is a result, not an error. A timeout is exit code 124 with the output so far.
   * @throws {SandboxError} when the sandbox itself is unavailable; {AbortError} when `signal` aborts.
   */
  exec(command: string | ExecCommand, options?: ExecOptions): ExecHandle;

  /** Read a file as UTF-8; invalid bytes become U+FFFD. @throws {PathError} */
  readFile(path: string): Promise<string>;
  /** Read bytes `start` (0) to `end` (exclusive; the file's end) without reading the rest. @throws {PathError} */
  readFileBuffer(path: string, range?: ByteRange): Promise<Uint8Array>;
  /** Create or replace a file, whole or not at all. Missing parents are made. @throws {PathError} */
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  /** `writeFile` for each, in order. @throws {PathError} */
  writeFiles(files: readonly FileWrite[]): Promise<void>;
  /** What is at `path`, links followed; `isSymbolicLink` says that the last component is a link. @throws {PathError} */
  stat(path: string): Promise<FileStat>;
  /** Names in a directory, in code-unit order. @throws {PathError} */
  readdir(path: string): Promise<string[]>;
  /** As `readdir`, with the type of each entry; a link is reported as `symlink`, not followed. @throws {PathError} */
  readdirWithTypes(path: string): Promise<DirectoryEntry[]>;
  /** True if something the caller may see is at `path`. Never throws. */
  exists(path: string): Promise<boolean>;
  /** @throws {PathError} */
  mkdir(path: string, options?: { recursive?: boolean }): Promise<void>;
  /** @throws {PathError} */
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>;

  /** The absolute, normalised form of `path` in this sandbox; touches nothing. */
  resolvePath(path: string): string;
  /** The one name under which every spelling of `path` is locked: links resolved as far as the path exists. */
  canonicalPath(path: string): Promise<string>;
  /** The same sandbox seen from another working directory (relative to this `cwd`). */
  at(directory: string): Sandbox;
  /** Give back what the sandbox holds. Further calls throw. Idempotent. */
  dispose(): Promise<void>;
}

export interface SandboxCapabilities {
  /** Files can be kept as versioned trees with the conversation. */
  readonly snapshot: boolean;
  /** Commands cannot touch the host. */
  readonly isolated: boolean;
  /** Commands may reach a network. */
  readonly network: boolean;
}

/** A program and its arguments, never seen by a shell. */
export interface ExecCommand {
  command: string;
  args?: readonly string[];
}

export interface ExecOptions {
  /** Directory to run in, relative to the sandbox's `cwd`. */
  cwd?: string;
  /** Variables added to the sandbox's environment for this command. */
  env?: Readonly<Record<string, string>>;
  /** Wall-clock limit in seconds. */
  timeout?: number;
  signal?: AbortSignal;
}

/** A running command: a promise of its result that can also be read while it runs. */
export interface ExecHandle extends Promise<ExecResult> {
  /** Output as it arrives, in order; ends when the command does. One reader. */
  readonly output: AsyncIterable<ExecOutput>;
  /** The same promise, for code that awaits `handle.result`. */
  readonly result: Promise<ExecResult>;
}

export interface ExecOutput {
  stream: 'stdout' | 'stderr';
  text: string;
}

export interface ExecResult {
  stdout: string;
  stderr: string;
  exitCode: number;
  /** True when the middle of a stream was dropped because it was over the adapter's bound. */
  truncated?: boolean;
  /** A promise of this result, not enumerable; for code that awaits `(await exec(...)).result`. */
  readonly result: Promise<ExecResult>;
}

export interface ByteRange {
  start?: number;
  end?: number;
}

export interface FileWrite {
  path: string;
  content: string | Uint8Array;
}

export interface FileStat {
  isFile: boolean;
  isDirectory: boolean;
  isSymbolicLink: boolean;
  /** Bytes. */
  size: number;
  mtime: Date;
}

export interface DirectoryEntry {
  name: string;
  type: 'file' | 'directory' | 'symlink' | 'other';
}

/** The file half of a sandbox, as scripts see it on `session.fs` and `harness.fs`. */
export type SandboxFiles = Pick<
  Sandbox,
  'readFile' | 'readFileBuffer' | 'writeFile' | 'writeFiles' | 'stat' | 'readdir' | 'exists' | 'mkdir' | 'rm'
>;

/** Makes the sandbox of one harness. `virtual()` and `local()` return one. */
export interface SandboxProvider {
  /** For messages: `virtual`, `local`. */
  readonly name: string;
  /** `cwd` is relative to the provider's own working directory. @throws {OptionError} */
  open(options: { id: string; cwd?: string }): Promise<Sandbox>;
}

import type {
  ByteRange,
  DirectoryEntry,
  ExecCommand,
  ExecOutput,
  FileStat,
  SandboxCapabilities,
} from '../../ports/sandbox.js';
import type { ExecOutcome } from './exec-handle.js';

/**
 * What an adapter must be able to do for `createSandbox` to make a `Sandbox` of it. Every path is absolute,
 * normalised and without NUL; a failure may be thrown as any error that has an errno code or names one.
 */
export interface SandboxDriver {
  readonly capabilities: SandboxCapabilities;
  /** For drivers that would otherwise run a command anywhere: throws unless `path` is a directory. */
  requireDirectory?(path: string): Promise<void>;
  /** Resolves also after a timeout (exit code 124) and rejects with an `AbortError` when `signal` aborts. */
  exec(command: string | ExecCommand, options: DriverExecOptions): Promise<ExecOutcome>;
  readFile(path: string): Promise<string>;
  readFileBuffer(path: string, range: Required<ByteRange>): Promise<Uint8Array>;
  /** Makes missing parents. */
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  stat(path: string): Promise<FileStat>;
  readdir(path: string): Promise<string[]>;
  readdirWithTypes(path: string): Promise<DirectoryEntry[]>;
  exists(path: string): Promise<boolean>;
  mkdir(path: string, options: { recursive: boolean }): Promise<void>;
  rm(path: string, options: { recursive: boolean; force: boolean }): Promise<void>;
  canonicalPath(path: string): Promise<string>;
  dispose?(): Promise<void>;
}

export interface DriverExecOptions {
  cwd: string;
  env: Readonly<Record<string, string>>;
  /** Seconds. */
  timeout: number | undefined;
  signal: AbortSignal;
  /** To be called with all output, in order, before `exec` settles. */
  emit(chunk: ExecOutput): void;
}

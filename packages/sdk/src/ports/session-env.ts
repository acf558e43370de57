import type { FileStat } from './sandbox.js';

/** What a shell command of a script or connector gives back. */
export interface ShellResult {
  stdout: string;
  stderr: string;
  exitCode: number;
}

/** The environment that connectors to remote sandboxes return; the harness adds the rest of `Sandbox`. */
export interface SessionEnv {
  exec(
    command: string,
    options?: { cwd?: string; env?: Record<string, string>; timeout?: number; signal?: AbortSignal },
  ): Promise<ShellResult>;
  readFile(path: string): Promise<string>;
  readFileBuffer(path: string): Promise<Uint8Array>;
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  stat(path: string): Promise<FileStat>;
  readdir(path: string): Promise<string[]>;
  exists(path: string): Promise<boolean>;
  mkdir(path: string, options?: { recursive?: boolean }): Promise<void>;
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>;
  cwd: string;
  resolvePath(path: string): string;
}

/** Makes the environment of one harness, for example a container of a remote provider. */
export interface SandboxFactory {
  createSessionEnv(options: { id: string; cwd?: string }): Promise<SessionEnv>;
}

/** The part of just-bash's `Bash` that the harness uses. */
export interface BashLike {
  exec(
    command: string,
    options?: { cwd?: string; env?: Record<string, string>; signal?: AbortSignal },
  ): Promise<ShellResult>;
  getCwd(): string;
  fs: {
    readFile(path: string, options?: unknown): Promise<string>;
    readFileBuffer(path: string): Promise<Uint8Array>;
    writeFile(path: string, content: string | Uint8Array, options?: unknown): Promise<void>;
    stat(path: string): Promise<unknown>;
    readdir(path: string): Promise<string[]>;
    exists(path: string): Promise<boolean>;
    mkdir(path: string, options?: { recursive?: boolean }): Promise<void>;
    rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>;
    resolvePath(base: string, path: string): string;
  };
}

/** Makes the shell of one harness; called once. The result is used as it is, without the guards of `virtual`. */
export type BashFactory = () => BashLike | Promise<BashLike>;

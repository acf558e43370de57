import type { FileStat } from '../../ports/sandbox.js';
import type { SessionEnv, ShellResult } from '../../ports/session-env.js';
import { resolvePosixPath } from './posix-path.js';

/** What a connector to a remote sandbox implements, over the provider's client. Paths are absolute. */
export interface SandboxApi {
  readFile(path: string): Promise<string>;
  readFileBuffer(path: string): Promise<Uint8Array>;
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  stat(path: string): Promise<FileStat>;
  readdir(path: string): Promise<string[]>;
  exists(path: string): Promise<boolean>;
  mkdir(path: string, options?: { recursive?: boolean }): Promise<void>;
  rm(path: string, options?: { recursive?: boolean; force?: boolean }): Promise<void>;
  /** `timeout` is in seconds: hand it to the provider; `signal` where its client takes one. */
  exec(
    command: string,
    options?: { cwd?: string; env?: Record<string, string>; timeout?: number; signal?: AbortSignal },
  ): Promise<ShellResult>;
}

/** The environment that a `SandboxFactory` returns, over a provider's API: relative paths start from `cwd`. */
export function createSandboxSessionEnv(api: SandboxApi, cwd: string): SessionEnv {
  const resolve = (path: string) => resolvePosixPath(cwd, path);
  return {
    cwd,
    resolvePath: resolve,
    exec: (command, options = {}) => api.exec(command, { ...options, cwd: resolve(options.cwd ?? '.') }),
    readFile: (path) => api.readFile(resolve(path)),
    readFileBuffer: (path) => api.readFileBuffer(resolve(path)),
    writeFile: (path, content) => api.writeFile(resolve(path), content),
    stat: (path) => api.stat(resolve(path)),
    readdir: (path) => api.readdir(resolve(path)),
    exists: (path) => api.exists(resolve(path)),
    mkdir: (path, options) => api.mkdir(resolve(path), options),
    rm: (path, options) => api.rm(resolve(path), options),
  };
}

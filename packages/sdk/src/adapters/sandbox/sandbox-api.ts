import type { SessionEnv } from '../../ports/session-env.js';
import { resolvePosixPath } from './posix-path.js';

/**
 * What a connector to a remote sandbox implements, over the provider's client. Paths are absolute. `exec` hands its
 * `timeout` (seconds) to the provider, and `signal` where the client takes one.
 */
export type SandboxApi = Omit<SessionEnv, 'cwd' | 'resolvePath'>;

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

export { createSandboxSessionEnv, type SandboxApi } from './adapters/sandbox/sandbox-api.js';
export type { FileStat } from './ports/sandbox.js';
export type { SandboxFactory, SessionEnv, ShellResult } from './ports/session-env.js';

import type { Sandbox, SandboxFiles } from '../ports/sandbox.js';

/** The file half of a sandbox, and nothing else of it. */
export function sandboxFiles(sandbox: Sandbox): SandboxFiles {
  return {
    readFile: (path) => sandbox.readFile(path),
    readFileBuffer: (path, range) => sandbox.readFileBuffer(path, range),
    writeFile: (path, content) => sandbox.writeFile(path, content),
    writeFiles: (files) => sandbox.writeFiles(files),
    stat: (path) => sandbox.stat(path),
    readdir: (path) => sandbox.readdir(path),
    exists: (path) => sandbox.exists(path),
    mkdir: (path, options) => sandbox.mkdir(path, options),
    rm: (path, options) => sandbox.rm(path, options),
  };
}

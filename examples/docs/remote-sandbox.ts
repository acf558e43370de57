import { init } from '@flue/sdk';
import { createSandboxSessionEnv, type SandboxFactory } from '@flue/sdk/sandbox';
import { scriptedModel } from '@flue/sdk/testing';
import { Bash } from 'just-bash';

/** Stands for the client of a provider of remote sandboxes. */
class Machine {
  readonly bash = new Bash({ cwd: '/workspace', files: { '/workspace/hello.txt': 'hello from afar' } });
}

/** The connector: a factory that hands the provider's calls to the harness. */
function remote(machine: Machine): SandboxFactory {
  const { bash } = machine;
  return {
    async createSessionEnv({ cwd }) {
      const api = {
        readFile: (path: string) => bash.fs.readFile(path),
        readFileBuffer: (path: string) => bash.fs.readFileBuffer(path),
        writeFile: (path: string, content: string | Uint8Array) => bash.fs.writeFile(path, content),
        async stat(path: string) {
          const { isFile, isDirectory, isSymbolicLink, size, mtime } = await bash.fs.stat(path);
          return { isFile, isDirectory, isSymbolicLink, size, mtime };
        },
        readdir: (path: string) => bash.fs.readdir(path),
        exists: (path: string) => bash.fs.exists(path),
        mkdir: (path: string, options?: { recursive?: boolean }) => bash.fs.mkdir(path, options),
        rm: (path: string, options?: { recursive?: boolean; force?: boolean }) => bash.fs.rm(path, options),
        exec: (command: string, options?: { cwd?: string; env?: Record<string, string> }) =>
          bash.exec(command, options),
      };
      return createSandboxSessionEnv(api, cwd ?? '/workspace');
    },
  };
}

await using harness = await init({
  model: scriptedModel([
    { toolCalls: [{ name: 'read', arguments: { path: 'hello.txt' } }] },
    { toolCalls: [{ name: 'bash', arguments: { command: 'tr a-z A-Z < hello.txt' } }] },
    '{{toolResult:read}} / {{toolResult:bash}}',
  ]),
  sandbox: remote(new Machine()),
});
const { text } = await (await harness.session()).prompt('What does hello.txt say?');

export const result = { text };

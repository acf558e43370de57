import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { OptionError } from '../../errors/option-error.js';
import type { Sandbox, SandboxProvider } from '../../ports/sandbox.js';
import { createExecHandle } from './exec-handle.js';
import { createConfinement } from './local-confinement.js';
import { localEnvironment } from './local-environment.js';
import { createLocalExec } from './local-exec.js';
import { createLocalFiles } from './local-files.js';
import { checkLocalOptions, existingDirectory, type LocalOptions } from './local-options.js';
import { findShell } from './local-shell.js';
import { resolvePosixPath } from './posix-path.js';

export type { LocalOptions };

const DEFAULT_TIMEOUT = 600;

/**
 * Run on the host itself. Commands have the full power of the user who runs the process; only the file tools are
 * confined, to the working directory and `roots`.
 *
 * A command sees few of the host's variables, an empty standard input, and ends with everything it started when
 * it times out or is aborted. What it leaves in the background lives until the sandbox is disposed or the
 * process exits.
 * @throws {OptionError}
 */
export function local(options: LocalOptions = {}): SandboxProvider {
  checkLocalOptions(options);
  return {
    name: 'local',
    open: ({ cwd = '.' }) => {
      const base = resolve(options.cwd ?? '.');
      const roots = options.roots?.map((root) => resolve(base, root));
      return createLocalSandbox({ ...options, roots, cwd: resolve(base, cwd) });
    },
  };
}

/** As `local`, opened: `cwd` and `roots` must be directories. @throws {OptionError} {SandboxError} */
export async function createLocalSandbox(options: LocalOptions & { cwd: string }): Promise<Sandbox> {
  checkLocalOptions(options);
  if (process.platform === 'win32') throw needsUnix();
  const cwd = await existingDirectory('.', options.cwd, 'cwd');
  const roots = await Promise.all((options.roots ?? []).map((root) => existingDirectory(cwd, root, 'root')));
  const confinement = createConfinement(await Promise.all([cwd, ...roots].map((root) => realpath(root))));
  const env = localEnvironment(process.env, options.env ?? {});
  const shell = await findShell(env.PATH ?? '');
  const exec = createLocalExec({ confinement, shell, env, timeout: options.timeout ?? DEFAULT_TIMEOUT });
  return viewFrom(cwd);

  function viewFrom(directory: string): Sandbox {
    return {
      cwd: directory,
      capabilities: { snapshot: false, isolated: false, network: true },
      exec: (command, given = {}) => createExecHandle((emit) => exec.run(directory, command, given, emit)),
      ...createLocalFiles(confinement, directory, exec.requireOpen),
      resolvePath: (path) => resolvePosixPath(directory, path),
      at(path) {
        exec.requireOpen();
        return viewFrom(
          confinement.requireInside({ absolute: resolve(directory, path), given: path, action: 'work in' }),
        );
      },
      dispose: exec.dispose,
    };
  }
}

function needsUnix(): OptionError {
  return new OptionError('The local sandbox needs Linux or macOS; this is Windows.', {
    hint: "Run under WSL, or use sandbox: 'virtual'.",
  });
}

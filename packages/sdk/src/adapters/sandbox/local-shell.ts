import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { SandboxError } from '../../errors/sandbox-error.js';

/**
 * Absolute path of `bash`, or of `sh` where there is none: on `path`, then in `/bin`.
 * @throws {SandboxError} when the host has neither.
 */
export async function findShell(path: string): Promise<string> {
  const directories = [...path.split(':').filter(isAbsolute), '/bin'];
  for (const name of ['bash', 'sh']) {
    for (const directory of directories) {
      const candidate = join(directory, name);
      if (await isExecutable(candidate)) return candidate;
    }
  }
  throw new SandboxError(
    `The local sandbox found no shell: neither bash nor sh is in ${directories.join(', ')}.`,
    {
      hint: 'Install bash, or give its directory with local({ env: { PATH } }).',
    },
  );
}

function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'vitest';
import { createLocalSandbox } from '../../../src/adapters/sandbox/local.js';
import { sandboxContract } from '../../../src/testing/sandbox-contract.js';

sandboxContract({
  name: 'local',
  test: { describe, it },
  abilities: { streams: true },
  async open() {
    const cwd = await mkdtemp(join(tmpdir(), 'flue-local-'));
    return { sandbox: await createLocalSandbox({ cwd }), cleanup: () => rm(cwd, { recursive: true }) };
  },
});

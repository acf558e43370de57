import { describe, it } from 'vitest';
import { sandboxFromSessionEnv } from '../../../src/adapters/sandbox/session-env.js';
import { createVirtualSandbox } from '../../../src/adapters/sandbox/virtual.js';
import { sandboxContract } from '../../../src/testing/sandbox-contract.js';

sandboxContract({
  name: 'session env',
  test: { describe, it },
  open: async () => ({ sandbox: sandboxFromSessionEnv(createVirtualSandbox()) }),
  abilities: { links: false },
});

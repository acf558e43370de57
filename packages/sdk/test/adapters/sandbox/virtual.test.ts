import { describe, it } from 'vitest';
import { createVirtualSandbox } from '../../../src/adapters/sandbox/virtual.js';
import { sandboxContract } from '../../../src/testing/sandbox-contract.js';

sandboxContract({
  name: 'virtual',
  test: { describe, it },
  open: async () => ({ sandbox: createVirtualSandbox() }),
});

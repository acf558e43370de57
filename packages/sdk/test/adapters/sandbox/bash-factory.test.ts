import { Bash } from 'just-bash';
import { describe, it } from 'vitest';
import { sandboxFromBashLike } from '../../../src/adapters/sandbox/bash-factory.js';
import { sandboxContract } from '../../../src/testing/sandbox-contract.js';

sandboxContract({
  name: 'bash factory',
  test: { describe, it },
  open: async () => ({ sandbox: sandboxFromBashLike(new Bash()) }),
  abilities: { keepsOutput: false },
});

import { Bash } from 'just-bash';
import { describe, expect, it } from 'vitest';
import { createVirtualSandbox } from '../../../src/adapters/sandbox/virtual.js';
import { EVERYDAY_SCRIPTS } from './everyday-scripts.js';

describe('the virtual sandbox', () => {
  it.each(EVERYDAY_SCRIPTS)('runs it as a plain shell does: %s', async (script) => {
    const plain = await new Bash().exec(script, { rawScript: true });

    const { stdout, stderr, exitCode } = await createVirtualSandbox().exec(script);

    expect({ stdout, stderr, exitCode }).toEqual({
      stdout: plain.stdout,
      stderr: plain.stderr,
      exitCode: plain.exitCode,
    });
  });
});

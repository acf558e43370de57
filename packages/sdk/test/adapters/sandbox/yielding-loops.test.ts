import { Bash } from 'just-bash';
import { describe, expect, it } from 'vitest';
import { yieldingLoops } from '../../../src/adapters/sandbox/yielding-loops.js';
import { EVERYDAY_SCRIPTS } from './everyday-scripts.js';

async function run(script: string, isDue?: () => boolean) {
  const bash = new Bash();
  if (isDue) bash.registerTransformPlugin(yieldingLoops(isDue));
  const { stdout, stderr, exitCode } = await bash.exec(script, { rawScript: true });
  return { stdout, stderr, exitCode };
}

describe('a script that yields in its loops', () => {
  it.each(EVERYDAY_SCRIPTS)('behaves as it does without: %s', async (script) => {
    const plain = await run(script);

    expect(await run(script, () => true)).toEqual(plain);
  });

  it('asks in every round of every kind of loop, in functions and in nested shells', async () => {
    let asked = 0;
    await run(
      'for a in 1 2; do :; done; while [ $((b++)) -lt 2 ]; do :; done; until [ $((c++)) -ge 2 ]; do :; done; ' +
        'for ((d=0; d<2; d++)); do :; done; f() { :; }; f; f; x=$(for e in 1 2; do :; done); bash -c "for g in 1 2; do :; done"',
      () => {
        asked++;
        return false;
      },
    );

    expect(asked).toBe(14);
  });
});

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shellLine } from '../../../src/adapters/sandbox/shell-line.js';
import { createVirtualSandbox } from '../../../src/adapters/sandbox/virtual.js';

const argument = fc
  .array(
    fc.constantFrom(
      "'",
      '"',
      '\\',
      '$',
      '`',
      '\n',
      ' ',
      '-',
      '*',
      '~',
      '#',
      ';',
      '|',
      '&',
      '!',
      'a',
      'é',
      '界',
      '🙂',
    ),
    {
      maxLength: 8,
    },
  )
  .map((characters) => characters.join(''));
const argumentList = fc.array(argument, { maxLength: 5 });

describe('a program with arguments as a line of shell', () => {
  it('is read back by a POSIX shell as it was (S01)', () => {
    fc.assert(
      fc.property(argumentList, (args) => {
        const line = shellLine({ command: 'printf', args: ['%s\\0', 'x', ...args] });
        const printed = execFileSync('/bin/sh', ['-c', line], { encoding: 'utf8' });
        expect(printed.split('\0').slice(1, -1)).toEqual(args);
      }),
      { numRuns: 60 },
    );
  });

  it('and by the virtual shell', async () => {
    const sandbox = createVirtualSandbox();
    await fc.assert(
      fc.asyncProperty(argumentList, async (args) => {
        const { stdout } = await sandbox.exec({ command: 'printf', args: ['<%s>', 'x', ...args] });
        expect(stdout).toBe(['x', ...args].map((text) => `<${text}>`).join(''));
      }),
      { numRuns: 100 },
    );
  });

  it('a command line is left as it is', () => {
    expect(shellLine('echo $HOME | cat')).toBe('echo $HOME | cat');
    expect(shellLine({ command: 'my program' })).toBe("'my program'");
  });
});

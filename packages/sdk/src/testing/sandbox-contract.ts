import type { Sandbox } from '../ports/sandbox.js';
import type { ContractRunner } from './contract-runner.js';
import { execCases } from './sandbox-contract/exec-cases.js';
import { fileCases } from './sandbox-contract/file-cases.js';
import { fileErrorCases } from './sandbox-contract/file-error-cases.js';
import { lifetimeCases } from './sandbox-contract/lifetime-cases.js';
import { linkCases } from './sandbox-contract/link-cases.js';
import { pathCases } from './sandbox-contract/path-cases.js';
import { stopCases } from './sandbox-contract/stop-cases.js';

/** One promise of a sandbox and how it is checked, with `node:assert`. */
export interface SandboxCase {
  name: string;
  check(sandbox: Sandbox): Promise<void>;
}

export interface SandboxContractOptions {
  /** Of the adapter, for the title. */
  name: string;
  /** A fresh sandbox in an empty working directory, for each case. `cleanup` runs after it, also when it failed. */
  open(): Promise<SandboxSubject>;
  /** `{ describe, it }` of vitest, node:test, jest or mocha. */
  test: ContractRunner;
  /** What the adapter does beyond the minimum, or not; the cases for it are left out or added. */
  abilities?: SandboxAbilities;
}

export interface SandboxSubject {
  sandbox: Sandbox;
  cleanup?(): Promise<void>;
}

export interface SandboxAbilities {
  /** A timeout keeps the output so far (true). */
  keepsOutput?: boolean;
  /** Output arrives while the command runs (false). */
  streams?: boolean;
  /** Commands can make symbolic links, and the file operations know them (true). */
  links?: boolean;
}

/**
 * Register the tests that every `Sandbox` must pass.
 *
 * ```ts
 * import { describe, it } from 'vitest'; // or from 'node:test'
 * sandboxContract({ name: 'mine', test: { describe, it }, open: async () => ({ sandbox: await openMine() }) });
 * ```
 * The sandbox needs a POSIX shell with `cat`, `printf`, `sleep`, `pwd`, and `ln` for links.
 */
export function sandboxContract({ name, open, test, abilities = {} }: SandboxContractOptions): void {
  const { keepsOutput = true, streams = false, links = true } = abilities;
  const groups: readonly (readonly [string, readonly SandboxCase[]])[] = [
    ['commands', execCases({ streams })],
    ['stopping', stopCases({ keepsOutput })],
    ['files', fileCases],
    ['file errors', fileErrorCases],
    ['paths', pathCases],
    ['links', links ? linkCases : []],
    ['lifetime', lifetimeCases],
  ];
  test.describe(`${name}: the contract of a sandbox`, () => {
    for (const [title, cases] of groups) {
      if (cases.length > 0) test.describe(title, () => register(cases));
    }
  });

  function register(cases: readonly SandboxCase[]): void {
    for (const { name: promise, check } of cases) {
      test.it(promise, async () => {
        const { sandbox, cleanup } = await open();
        try {
          await check(sandbox);
        } finally {
          await sandbox.dispose();
          await cleanup?.();
        }
      });
    }
  }
}

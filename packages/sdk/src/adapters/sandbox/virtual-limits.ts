import type { BashOptions } from 'just-bash';
import { OptionError } from '../../errors/option-error.js';

/** Bounds of a virtual sandbox; each has a default, none can be switched off. */
export interface VirtualLimits {
  /** Seconds a command may take, also one that asks for a longer timeout. Default 120. */
  timeout?: number;
  /** Seconds one program such as `awk` or `jq` may compute while everything else in the process waits. Default 2. */
  maxHold?: number;
  /** Commands run by one `exec`. Default 100,000. */
  maxCommands?: number;
  /** Rounds of one loop, and lines read by one `awk`. Default 100,000. */
  maxLoopIterations?: number;
  /** Depth of function calls. Default 100. */
  maxCallDepth?: number;
  /** Bytes of output of one `exec`. Default 10 MiB. */
  maxOutputBytes?: number;
  /** Bytes of all files. Default 128 MiB. */
  maxFileSystemBytes?: number;
  /** Files, directories and links. Default 100,000. */
  maxFiles?: number;
}

const DEFAULTS: Readonly<Required<VirtualLimits>> = {
  timeout: 120,
  maxHold: 2,
  maxCommands: 100_000,
  maxLoopIterations: 100_000,
  maxCallDepth: 100,
  maxOutputBytes: 10 * 1024 * 1024,
  maxFileSystemBytes: 128 * 1024 * 1024,
  maxFiles: 100_000,
};

/** Limits that are times; the others are counts. */
const TIMES: ReadonlySet<string> = new Set(['timeout', 'maxHold']);

/** @throws {OptionError} */
export function checkLimits(given: VirtualLimits = {}): Required<VirtualLimits> {
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(DEFAULTS, name)) {
      throw new OptionError(
        `virtual({ limits }) has no "${name}"; it has ${Object.keys(DEFAULTS).join(', ')}.`,
      );
    }
    if (value === undefined) continue;
    const isUsable = TIMES.has(name)
      ? Number.isFinite(value) && value > 0
      : Number.isSafeInteger(value) && value > 0;
    if (isUsable) continue;
    const accepted = TIMES.has(name) ? 'a number of seconds above 0' : 'a whole number above 0';
    throw new OptionError(`virtual({ limits: { ${name} } }) got ${value}; accepted is ${accepted}.`);
  }
  return { ...DEFAULTS, ...definedOnly(given) };
}

function definedOnly<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as Partial<T>;
}

/**
 * The interpreter's own limits, over its hardened profile. That profile is tight where time runs out unseen;
 * here every loop is on the clock, so counts are as in the normal profile and memory stays hardened.
 */
export function interpreterLimits(
  limits: Required<VirtualLimits>,
): NonNullable<BashOptions['executionLimits']> {
  return {
    maxExecutionTimeMs: Number.POSITIVE_INFINITY,
    maxCommandCount: limits.maxCommands,
    maxLoopIterations: limits.maxLoopIterations,
    maxAwkIterations: limits.maxLoopIterations,
    maxSedIterations: limits.maxLoopIterations,
    maxJqIterations: 10_000_000,
    maxWorkUnits: 100_000_000,
    maxQueryElements: 1_000_000,
    maxArrayElements: 1_000_000,
    maxBraceExpansionResults: 100_000,
    maxTraversalEntries: 1_000_000,
    maxTraversalWork: 1_000_000,
    maxCallDepth: limits.maxCallDepth,
    maxOutputSize: limits.maxOutputBytes,
    maxFileSystemBytes: limits.maxFileSystemBytes,
  };
}

const NAMES: Readonly<Record<string, keyof VirtualLimits>> = {
  maxCommandCount: 'maxCommands',
  maxLoopIterations: 'maxLoopIterations',
  maxCallDepth: 'maxCallDepth',
  maxOutputSize: 'maxOutputBytes',
};

/** The interpreter's message about a limit, with the name that the limit has here. */
export function renameLimits(stderr: string): string {
  return stderr.replace(/increase executionLimits\.(\w+)$/gm, (text, name: string) =>
    Object.hasOwn(NAMES, name) ? `raise limits.${NAMES[name]} of virtual()` : text,
  );
}

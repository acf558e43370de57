import type { Colors } from './colors.js';
import { neutral } from './neutral.js';
import { projectFrames } from './project-frames.js';

export interface ReportStyle {
  readonly colors: Colors;
  /** Whole stacks instead of the project's own frames. */
  readonly debug: boolean;
}

const MAX_CAUSES = 5;

/**
 * Why the command failed, for a person: the message, shortly what caused it, where in the project's own files it
 * was thrown if it was, and what to do. Ends with a newline.
 */
export function reportError(error: unknown, style: ReportStyle): string {
  try {
    return describeError(error, style);
  } catch {
    return `${style.colors.red('error:')} something was thrown that cannot be shown\n`;
  }
}

function describeError(error: unknown, { colors, debug }: ReportStyle): string {
  const chain = causes(error);
  const lines = [`${colors.red('error:')} ${neutral(messageOf(error))}`];
  for (const cause of chain.slice(1)) {
    const message = neutral(messageOf(cause));
    if (!lines.some((line) => line.endsWith(message))) lines.push(`  caused by: ${message}`);
  }
  const frames = debug ? chain.flatMap(stackOf) : projectFrames(chain.find(isUnexplained), process.cwd());
  lines.push(...frames.map((frame) => colors.dim(neutral(frame))));
  const hint = chain.map(hintOf).find((text) => text !== undefined);
  if (hint !== undefined) lines.push(`${colors.cyan('hint:')} ${neutral(hint)}`);
  return `${lines.join('\n')}\n`;
}

/** The error and what is under it, from the outside in. */
function causes(error: unknown): unknown[] {
  const chain = [error];
  for (let inner = error; chain.length <= MAX_CAUSES; ) {
    inner =
      inner instanceof AggregateError ? inner.errors[0] : (inner as { cause?: unknown } | undefined)?.cause;
    if (inner === undefined || inner === null || chain.includes(inner)) break;
    chain.push(inner);
  }
  return chain;
}

function messageOf(error: unknown): string {
  if (error instanceof Error) return withName(error);
  if (typeof error === 'string') return error;
  try {
    return `something that is no Error was thrown: ${JSON.stringify(error) ?? String(error)}`;
  } catch {
    return `something that is no Error was thrown (${typeof error})`;
  }
}

/** `TypeError` tells something that its message does not; `Error` and the names of explained errors do not. */
function withName(error: Error): string {
  const message = typeof error.message === 'string' ? error.message : JSON.stringify(error.message);
  if (!isUnexplained(error) || error.name === 'Error') return message || error.name;
  return message ? `${error.name}: ${message}` : error.name;
}

/** Errors of the SDK and of this command say what to do, as `hint`; any other comes from code under them. */
function isUnexplained(error: unknown): boolean {
  return error instanceof Error && !('hint' in error);
}

function hintOf(error: unknown): string | undefined {
  const hint = error instanceof Error && 'hint' in error ? error.hint : undefined;
  return typeof hint === 'string' ? hint : undefined;
}

function stackOf(error: unknown): string[] {
  return error instanceof Error && error.stack ? error.stack.split('\n') : [];
}

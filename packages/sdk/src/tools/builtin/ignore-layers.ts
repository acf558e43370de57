import { posix } from 'node:path';
import { PathError } from '../../errors/path-error.js';
import type { Sandbox } from '../../ports/sandbox.js';
import { compileIgnoreRules, type IgnoreRules } from './ignore-rules.js';

/** In order of precedence, the strongest last. */
export const IGNORE_FILES: readonly string[] = ['.gitignore', '.ignore'];

const MAX_IGNORE_FILE_BYTES = 1024 * 1024;

/** The rules of one directory, for everything below it. */
export interface IgnoreLayer {
  readonly rules: IgnoreRules;
  /** Absolute. */
  readonly directory: string;
}

/**
 * What the nearest directory with something to say decides. Nothing above `path` is ignored.
 * @param layers outermost first @param path absolute
 */
export function isIgnored(layers: readonly IgnoreLayer[], path: string, isDirectory: boolean): boolean {
  for (let index = layers.length - 1; index >= 0; index--) {
    const layer = layers[index];
    const verdict = layer?.rules.judge(pathBelow(layer.directory, path), isDirectory);
    if (verdict !== undefined) return verdict;
  }
  return false;
}

/** The rules in these ignore files of a directory. @throws {PathError} one of them cannot be read */
export async function readIgnoreLayer(
  sandbox: Sandbox,
  directory: string,
  files: readonly string[],
): Promise<IgnoreLayer[]> {
  const texts: string[] = [];
  for (const file of files) {
    const path = posix.join(directory, file);
    const bytes = await sandbox.readFileBuffer(path, { start: 0, end: MAX_IGNORE_FILE_BYTES });
    texts.push(new TextDecoder().decode(bytes));
  }
  const rules = await compileIgnoreRules(texts.join('\n'));
  return rules ? [{ rules, directory }] : [];
}

/**
 * The layers of the directories above `base` (absolute), up to its repository's root or else the working directory.
 * None when they ignore `base` itself: who names an ignored directory wants to see what is in it.
 */
export async function layersAbove(sandbox: Sandbox, base: string): Promise<IgnoreLayer[]> {
  let directory = await topOf(sandbox, base);
  const layers: IgnoreLayer[] = [];
  while (directory !== base) {
    layers.push(...(await readLayerIfAny(sandbox, directory)));
    const [name = ''] = pathBelow(directory, base).split('/');
    directory = posix.join(directory, name);
    if (isIgnored(layers, directory, true)) return [];
  }
  return layers;
}

async function topOf(sandbox: Sandbox, base: string): Promise<string> {
  for (let directory = base; ; directory = posix.dirname(directory)) {
    if (await sandbox.exists(posix.join(directory, '.git'))) return directory;
    if (directory === '/') break;
  }
  const { cwd } = sandbox;
  return base.startsWith(cwd === '/' ? cwd : `${cwd}/`) ? cwd : base;
}

async function readLayerIfAny(sandbox: Sandbox, directory: string): Promise<IgnoreLayer[]> {
  const layers: IgnoreLayer[] = [];
  for (const file of IGNORE_FILES) {
    try {
      layers.push(...(await readIgnoreLayer(sandbox, directory, [file])));
    } catch (error) {
      // Missing, or not for us to read: then it rules nothing.
      if (!(error instanceof PathError)) throw error;
    }
  }
  return layers;
}

function pathBelow(directory: string, path: string): string {
  return path.slice(directory === '/' ? 1 : directory.length + 1);
}

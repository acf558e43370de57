import { PathError } from '../errors/path-error.js';
import type { Sandbox } from '../ports/sandbox.js';

/** Files that tell an agent about the folder it works in, in the order they are shown. */
export const CONTEXT_FILE_NAMES = ['AGENTS.md', 'CLAUDE.md'] as const;

/** The most that is read of one context file, in bytes; its reader is told when there is more. */
export const MAX_CONTEXT_FILE_BYTES = 64 * 1024;

export interface ContextFile {
  name: string;
  text: string;
}

/** The context files of the sandbox's `cwd`. One that repeats an earlier one word for word is left out. */
export async function readContextFiles(sandbox: Sandbox): Promise<ContextFile[]> {
  const files = await Promise.all(CONTEXT_FILE_NAMES.map((name) => readContextFile(sandbox, name)));
  const distinct: ContextFile[] = [];
  for (const file of files) {
    if (file && !distinct.some((other) => other.text === file.text)) distinct.push(file);
  }
  return distinct;
}

async function readContextFile(sandbox: Sandbox, name: string): Promise<ContextFile | undefined> {
  if (!(await sandbox.exists(name))) return undefined;
  try {
    const bytes = await sandbox.readFileBuffer(name, { end: MAX_CONTEXT_FILE_BYTES + 1 });
    const cut = bytes.length > MAX_CONTEXT_FILE_BYTES;
    const text = new TextDecoder().decode(bytes.subarray(0, MAX_CONTEXT_FILE_BYTES)).trim();
    const rest = cut ? `\n[${name} goes on; read it for the rest]` : '';
    return text === '' ? undefined : { name, text: text + rest };
  } catch (error) {
    // A directory of that name, or a link out of the sandbox, is no context file.
    if (error instanceof PathError) return undefined;
    throw error;
  }
}

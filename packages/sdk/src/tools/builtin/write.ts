import { Type } from '@sinclair/typebox';
import { PathError } from '../../errors/path-error.js';
import type { FileStat, Sandbox } from '../../ports/sandbox.js';
import { defineBuiltin } from './define-builtin.js';
import { encodeText } from './encode-text.js';
import { holdFile } from './hold-file.js';

export const writeTool = defineBuiltin({
  name: 'write',
  description:
    'Create a file, or replace one whole. Missing parent directories are made. To change a part of a file use edit.',
  parameters: Type.Object(
    {
      path: Type.String({ description: 'File, absolute or relative to the working directory' }),
      content: Type.String({ description: 'The whole content of the file' }),
    },
    { additionalProperties: false },
  ),
  async execute({ path, content }, { sandbox, signal }, { locks }) {
    const bytes = encodeText(content, 'content');
    return holdFile(locks, sandbox, path, async () => {
      const before = await statIfAny(sandbox, path);
      if (before?.isDirectory) throw isDirectory(path);
      signal.throwIfAborted();
      await sandbox.writeFile(path, bytes);
      const done = before ? `Overwrote "${path}", which had ${before.size} bytes` : `Created "${path}"`;
      return {
        content: [{ type: 'text', text: `${done}: ${bytes.length} bytes.` }],
        details: { path, bytes: bytes.length, created: !before },
      };
    });
  },
});

async function statIfAny(sandbox: Sandbox, path: string): Promise<FileStat | undefined> {
  try {
    return await sandbox.stat(path);
  } catch (error) {
    if (error instanceof PathError && error.reason === 'not-found') return undefined;
    throw error;
  }
}

function isDirectory(path: string): PathError {
  return new PathError(path, 'is-a-directory', `Cannot write "${path}": it is a directory.`, {
    hint: 'Give the path of a file in it.',
  });
}

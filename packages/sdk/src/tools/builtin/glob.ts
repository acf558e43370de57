import { posix } from 'node:path';
import { Type } from '@sinclair/typebox';
import type { ToolContext, ToolResult } from '../../ports/tool.js';
import { compileGlob } from './compile-glob.js';
import { createPause } from './create-pause.js';
import { defineBuiltin } from './define-builtin.js';
import { printablePath } from './printable-path.js';
import { createUnreadable } from './unreadable.js';
import { walkFiles } from './walk-files.js';

const MAX_FILES = 1000;

export const globTool = defineBuiltin({
  name: 'glob',
  description: [
    'Find files by name: **/*.ts, src/**/*.{ts,tsx}, docs/*.md. Lists their paths in order.',
    '* does not cross a slash, ** does. Includes hidden files; leaves out .git and what .gitignore and .ignore exclude.',
  ].join(' '),
  parameters: Type.Object(
    {
      pattern: Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'Glob with *, ?, [...], {a,b} and **, relative to path',
      }),
      path: Type.Optional(Type.String({ description: 'Directory to search; default the working directory' })),
    },
    { additionalProperties: false },
  ),
  async execute({ pattern, path = '.' }, ctx) {
    const { directory, rest } = splitPattern(pattern);
    const base = posix.isAbsolute(directory) ? directory : posix.join(path, directory);
    return findFiles(base, rest, pattern, ctx);
  },
});

/** The directory that a pattern names before its first wildcard, and what is to match below it. */
function splitPattern(pattern: string): { directory: string; rest: string } {
  const components = pattern.split('/');
  const wild = components.findIndex((component) => /[*?[{\\!]/.test(component));
  const count = wild === -1 ? components.length - 1 : wild;
  const directory = components.slice(0, count).join('/');
  return {
    directory: directory === '' && pattern.startsWith('/') ? '/' : directory,
    rest: components.slice(count).join('/') || '**',
  };
}

async function findFiles(base: string, rest: string, pattern: string, ctx: ToolContext): Promise<ToolResult> {
  const glob = await compileGlob(rest, { anywhere: false });
  const unreadable = createUnreadable(base);
  const walk = walkFiles(ctx.sandbox, base, {
    pause: createPause(ctx.signal),
    maxDepth: glob.maxDepth,
    onUnreadable: unreadable.add,
  });
  const files: string[] = [];
  let more = false;
  for await (const file of walk) {
    if (!glob.test(file.path)) continue;
    more = files.length === MAX_FILES;
    if (more) break;
    files.push(posix.join(base, file.path));
  }
  const notices = [
    ...(files.length === 0 ? [nothingFound(pattern, glob.maxDepth === undefined)] : []),
    ...(more
      ? [`[The first ${MAX_FILES} are listed; there are more. Give a narrower pattern or a path.]`]
      : []),
    ...unreadable.notices(),
  ];
  return {
    content: [{ type: 'text', text: [...files.map(printablePath), ...notices].join('\n') }],
    details: { pattern, path: base, files: files.length, truncated: more, unreadable: unreadable.count() },
  };
}

function nothingFound(pattern: string, deep: boolean): string {
  const hint = deep
    ? 'Ignored files are not listed.'
    : 'Put **/ before the name to look in directories below.';
  return `No files match "${pattern}". ${hint}`;
}

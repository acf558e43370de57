import { posix } from 'node:path';
import { type Static, Type } from '@sinclair/typebox';
import { ToolError } from '../../errors/tool-error.js';
import type { Sandbox } from '../../ports/sandbox.js';
import type { ToolResult } from '../../ports/tool.js';
import { compileGlob } from './compile-glob.js';
import { compileLinePattern } from './compile-line-pattern.js';
import { createPause } from './create-pause.js';
import { defineBuiltin } from './define-builtin.js';
import { createGrepReport, type GrepReport } from './grep-report.js';
import { mapAhead } from './map-ahead.js';
import { searchFile, searchWalkedFile } from './search-file.js';
import type { LineSearch } from './search-lines.js';
import { walkFiles } from './walk-files.js';

/** Matching lines that one call shows. */
const MAX_MATCHES = 200;

const MAX_CONTEXT = 20;

const FILES_AT_ONCE = 8;

const parameters = Type.Object(
  {
    pattern: Type.String({
      minLength: 1,
      maxLength: 10_000,
      description: 'Regular expression in RE2 syntax, matched line by line; (?i) at its start ignores case',
    }),
    path: Type.Optional(
      Type.String({ description: 'File or directory to search; default the working directory' }),
    ),
    include: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4096,
        description: 'Glob of the files to search, such as *.ts or src/**/*.{ts,tsx}, relative to path',
      }),
    ),
    context: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: MAX_CONTEXT,
        description: 'Lines to show around each match; default 0',
      }),
    ),
  },
  { additionalProperties: false },
);

type GrepInput = Static<typeof parameters>;

export const grepTool = defineBuiltin({
  name: 'grep',
  description: [
    'Search the content of files by regular expression. Shows "path:line: text" for each matching line.',
    'Includes hidden files; leaves out .git, binary files and what .gitignore and .ignore exclude.',
  ].join(' '),
  parameters,
  async execute(input, { sandbox, signal }) {
    const path = input.path ?? '.';
    const pattern = await compileLinePattern(input.pattern);
    const search = { pattern, context: input.context ?? 0, limit: MAX_MATCHES, pause: createPause(signal) };
    const { isDirectory } = await sandbox.stat(path);
    return isDirectory
      ? searchDirectory(input, path, search, sandbox)
      : searchOne(input, path, search, sandbox);
  },
});

async function searchOne(
  input: GrepInput,
  path: string,
  search: LineSearch,
  sandbox: Sandbox,
): Promise<ToolResult> {
  const found = await searchFile(sandbox, path, search);
  if (found.kind === 'binary') {
    throw new ToolError(`Cannot search "${path}": it is a binary file.`, { hint: 'Look at it with bash.' });
  }
  const report = createGrepReport(input, path, MAX_MATCHES);
  report.add('', found);
  return report.result();
}

async function searchDirectory(
  input: GrepInput,
  path: string,
  search: LineSearch,
  sandbox: Sandbox,
): Promise<ToolResult> {
  const report = createGrepReport(input, path, MAX_MATCHES);
  const searched = mapAhead(
    filesToSearch(input, path, search, sandbox, report),
    FILES_AT_ONCE,
    async (file) => ({
      file,
      found: await searchWalkedFile(sandbox, posix.join(path, file), search),
    }),
  );
  for await (const { file, found } of searched) {
    report.add(file, found);
    if (report.isFull()) break;
  }
  return report.result();
}

async function* filesToSearch(
  { include }: GrepInput,
  path: string,
  { pause }: LineSearch,
  sandbox: Sandbox,
  report: GrepReport,
): AsyncGenerator<string> {
  const glob = include === undefined ? undefined : await compileGlob(include, { anywhere: true });
  const walk = walkFiles(sandbox, path, { pause, maxDepth: glob?.maxDepth, onUnreadable: report.unreadable });
  for await (const file of walk) {
    if (file.type === 'file' && (glob === undefined || glob.test(file.path))) yield file.path;
  }
}

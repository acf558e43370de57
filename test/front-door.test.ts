import { readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { importsOf, parse, ROOT, readSources, resolveRelative } from './import-graph.js';

const SRC = 'packages/sdk/src/';

interface Door {
  readonly values: readonly string[];
  readonly types: readonly string[];
  /** Every package that loads with the door, and Node's HTTP. */
  readonly loads: readonly string[];
}

/** What each door gives. A name is added here, by hand, on the day it becomes public. */
const DOORS: Record<string, Door> = {
  'index.ts': {
    values: [
      'AbortError',
      'AgentLoadError',
      'BUILTIN_TOOL_NAMES',
      'configureProvider',
      'defineTool',
      'errorText',
      'FlueError',
      'init',
      'MissingKeyError',
      'NoResultError',
      'OptionError',
      'PathError',
      'ProviderError',
      'registerProvider',
      'runAgent',
      'SandboxError',
      'SessionBusyError',
      'SessionExistsError',
      'SessionIdleError',
      'SessionNotFoundError',
      'StoreError',
      'ToolError',
      'TurnLimitError',
      'Type',
      'UnknownModelError',
    ],
    types: [
      'AgentHandler',
      'AgentRun',
      'AssistantMessage',
      'BashFactory',
      'BashLike',
      'BuiltinToolName',
      'ByteRange',
      'CallHandle',
      'CompactionSettings',
      'CompactOptions',
      'CompactResponse',
      'DirectoryEntry',
      'EventBody',
      'EventError',
      'EventListener',
      'EventStamp',
      'ExecCommand',
      'ExecHandle',
      'ExecOptions',
      'ExecOutput',
      'ExecResult',
      'FileStat',
      'FileWrite',
      'FlueContext',
      'FlueEvent',
      'FlueHarness',
      'FlueLogger',
      'FlueSession',
      'FlueSessions',
      'ImageContent',
      'InferSchema',
      'InitOptions',
      'Instructions',
      'JsonSchema',
      'LanguageModel',
      'Message',
      'ModelEvent',
      'ModelRequest',
      'ModelTool',
      'OperationKind',
      'PathErrorReason',
      'PromptOptions',
      'PromptResponse',
      'ProviderApi',
      'ProviderModel',
      'ProviderRegistration',
      'ProviderSettings',
      'ResultOption',
      'RetryPolicy',
      'Role',
      'RunAgentOptions',
      'RunResult',
      'Sandbox',
      'SandboxCapabilities',
      'SandboxFactory',
      'SandboxFiles',
      'SandboxProvider',
      'SchemaOption',
      'SchemaResponse',
      'SessionEnv',
      'SessionKey',
      'SessionOptions',
      'SessionStore',
      'ShellOptions',
      'ShellResult',
      'SkillOptions',
      'StopReason',
      'TaskOptions',
      'TextContent',
      'ThinkingContent',
      'ThinkingLevel',
      'ToolCallContent',
      'ToolContext',
      'ToolDef',
      'ToolOutcome',
      'ToolResult',
      'ToolResultMessage',
      'ToolSchema',
      'ToolUpdate',
      'TypedTool',
      'Usage',
      'UserMessage',
    ],
    loads: ['@sinclair/typebox'],
  },
  'app.ts': {
    values: ['configureProvider', 'registerProvider'],
    types: ['ProviderApi', 'ProviderModel', 'ProviderRegistration', 'ProviderSettings'],
    loads: [],
  },
  'node.ts': { values: ['local', 'virtual'], types: ['LocalOptions', 'VirtualOptions'], loads: [] },
  'sandbox.ts': {
    values: ['createSandboxSessionEnv'],
    types: ['FileStat', 'SandboxApi', 'SandboxFactory', 'SessionEnv', 'ShellResult'],
    loads: [],
  },
  'testing.ts': {
    values: [
      'parseScript',
      'sandboxContract',
      'scriptedModel',
      'sessionStoreContract',
      'startScriptedServer',
    ],
    types: [
      'ContractRunner',
      'SandboxAbilities',
      'SandboxContractOptions',
      'SandboxSubject',
      'Script',
      'ScriptCondition',
      'ScriptedModel',
      'ScriptedModelOptions',
      'ScriptedServer',
      'ScriptedServerOptions',
      'ScriptError',
      'ScriptErrorKind',
      'ScriptErrorPoint',
      'ScriptInput',
      'ScriptModelSettings',
      'ScriptReply',
      'ScriptReplyFunction',
      'ScriptReplyInput',
      'ScriptToolCall',
      'ScriptUsage',
      'ServedRequest',
      'SessionStoreContractOptions',
    ],
    loads: ['node:http'],
  },
};

const sources = readSources(SRC);

describe.each(Object.entries(DOORS))('the door %s', (door, { values, types, loads }) => {
  test('names every export by hand, and they are exactly these', () => {
    const named = exportsOf(door);
    expect(named.values).toEqual([...values]);
    expect(named.types).toEqual([...types]);
  });

  test('gives those values when it is loaded', async () => {
    expect(Object.keys(await import(`../${SRC}${door}`)).sort(byName)).toEqual([...values]);
  });

  test('loads no server, database, MCP, build or provider code: only these modules', () => {
    expect(loadedPackages(SRC + door)).toEqual([...loads]);
  });
});

test('the package exports these doors and no other file', () => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'packages/sdk/package.json'), 'utf8'));
  const door = (name: string) => ({ types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` });
  expect(exports).toEqual({
    '.': door('index'),
    './client': door('index'),
    './app': door('app'),
    './node': door('node'),
    './sandbox': door('sandbox'),
    './testing': door('testing'),
    './package.json': './package.json',
  });
});

const byName = (a: string, b: string): number => a.localeCompare(b, 'en');

function exportsOf(door: string): { values: string[]; types: string[] } {
  const values: string[] = [];
  const types: string[] = [];
  for (const statement of parse(door, sources.get(SRC + door) ?? '').statements) {
    if (
      !ts.isExportDeclaration(statement) ||
      !statement.exportClause ||
      !ts.isNamedExports(statement.exportClause)
    ) {
      throw new Error(`${door} may hold only named re-exports`);
    }
    for (const { name, isTypeOnly } of statement.exportClause.elements) {
      (statement.isTypeOnly || isTypeOnly ? types : values).push(name.text);
    }
  }
  return { values: values.sort(byName), types: types.sort(byName) };
}

/** Packages that load as soon as `entry` does, by its static imports and theirs. */
function loadedPackages(entry: string): string[] {
  const packages = new Set<string>();
  const seen = new Set([entry]);
  for (const path of seen) {
    const text = sources.get(path);
    if (text === undefined) throw new Error(`${path} is imported and does not exist`);
    for (const { specifier, kind } of importsOf(parse(path, text))) {
      if (kind !== 'value') continue;
      const target = resolveRelative(path, specifier);
      if (target) seen.add(target);
      else if (!isBuiltin(specifier) || specifier === 'node:http') packages.add(specifier);
    }
  }
  return [...packages].sort(byName);
}

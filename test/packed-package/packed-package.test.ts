import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { importsOf, parse, ROOT, resolveRelative } from '../import-graph.js';
import { runInProject } from './run-in-project.js';

const installed = (name: string) => join(inject('project'), 'node_modules', name);
const sdk = installed('@flue/sdk');
const cli = installed('@flue/cli');
const PACKAGES = ['@flue/sdk', '@flue/cli'];

describe('the tarball of', () => {
  test.each(inject('tarballs'))('$name holds its build, its licences and nothing else (X10)', ({ files }) => {
    const others = files.map(({ path }) => path).filter((path) => !PUBLISHED.test(path));
    expect(others).toEqual([]);
    expect(files.map(({ path }) => path)).toContain('LICENSE');
  });

  test.each(PACKAGES)('%s runs no script when it is installed (X10)', (name) => {
    expect(Object.keys(manifest(installed(name)).scripts ?? {})).toEqual(['build']);
  });

  test.each(PACKAGES)('%s asks for exact versions', (name) => {
    const { dependencies = {} } = manifest(installed(name));
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
  });

  test.each(PACKAGES)('%s depends on what it imports, no more and no less', (name) => {
    const packages = [...distFiles(installed(name), /\.(d\.ts|js)$/).entries()]
      .flatMap(([path, text]) => importsOf(parse(path, text)))
      .flatMap(({ specifier }) => specifier.match(/^(?!\.|node:)(@[^/]+\/)?[^/]+/)?.[0] ?? [])
      .filter((specifier) => !builtinModules.includes(specifier));
    expect([...new Set(packages)].sort()).toEqual(
      Object.keys(manifest(installed(name)).dependencies ?? {}).sort(),
    );
  });

  test.each(PACKAGES)('%s carries the licence of the repository', (name) => {
    expect(readFileSync(join(installed(name), 'LICENSE'), 'utf8')).toBe(
      readFileSync(join(ROOT, 'LICENSE'), 'utf8'),
    );
  });
});

describe('the packed SDK', () => {
  const files = distFiles(sdk, /\.js$/);

  test('lists the licence of every package whose code it contains', () => {
    const bundled = [...files.values()].flatMap((text) => bundledPackages(text));
    const listed = readFileSync(join(sdk, 'THIRD_PARTY_LICENSES.md'), 'utf8').matchAll(/^## (\S+) /gm);
    expect([...listed].map(([, name]) => name)).toEqual([...new Set(bundled)].sort());
  });

  test('names pi nowhere in its types', () => {
    for (const [path, text] of distFiles(sdk, /\.d\.ts$/)) {
      expect(text.includes('@mariozechner/'), `${path} names pi`).toBe(false);
    }
  });

  test('loads neither pi nor another package when its front door is imported', () => {
    const loaded = closure('index.js', files);
    const bundled = loaded.flatMap((path) => bundledPackages(files.get(path) ?? ''));
    expect([...new Set(bundled)]).toEqual(['@sinclair/typebox']);
    const outside = loaded.flatMap((path) => importsOf(parse(path, files.get(path) ?? '')));
    const packages = outside.filter(
      ({ specifier, kind }) => kind === 'value' && !/^(\.|node:)/.test(specifier),
    );
    expect(packages).toEqual([]);
  });

  test('keeps the names of its classes', async () => {
    const { stdout } = await runInProject('node', ['check-classes.mjs']);
    const classes: { exported: string; name: string }[] = JSON.parse(stdout);
    expect(classes.length).toBeGreaterThan(5);
    for (const { exported, name } of classes) expect(name).toBe(exported);
  });
});

describe('an agent in a project of its own', () => {
  test.each([
    ['Bundler', ['--module', 'esnext', '--moduleResolution', 'bundler']],
    ['NodeNext', ['--module', 'nodenext', '--moduleResolution', 'nodenext']],
  ])('passes the strict type check with module resolution %s', async (_name, flags) => {
    expect(await runInProject('npx', ['--no', '--', 'tsc', ...flags])).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
  });

  test('runs by npx flue run, with a tool of its own, and stdout is its result', async () => {
    const run = ['run', 'mine', '--model', 'scripted:script.json', '--payload', '{"a":6,"b":7}'];
    const { code, stdout, stderr } = await runInProject('npx', ['--no', '--', 'flue', ...run]);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toEqual({ answer: 'It is 42, ababab, in the sandbox', toolCalls: 3 });
  });

  test('gets the version of the package from npx flue --version', async () => {
    const { code, stdout } = await runInProject('npx', ['--no', '--', 'flue', '--version']);
    expect({ code, stdout: stdout.trim() }).toEqual({ code: 0, stdout: manifest(cli).version });
  });
});

const PUBLISHED =
  /^(dist\/[\w.-]+\.(js|d\.ts)|bin\/flue\.js|package\.json|README\.md|LICENSE|THIRD_PARTY_LICENSES\.md)$/;

interface Manifest {
  version: string;
  scripts?: Record<string, string>;
  dependencies?: Record<string, string>;
}

function manifest(directory: string): Manifest {
  return JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
}

/** Text of the built files by their name in `dist`. */
function distFiles(directory: string, pattern: RegExp): Map<string, string> {
  const dist = join(directory, 'dist');
  const names = readdirSync(dist).filter((name) => pattern.test(name));
  return new Map(names.map((name) => [name, readFileSync(join(dist, name), 'utf8')]));
}

/** Packages by the comments that esbuild puts above what it took from them. */
function bundledPackages(text: string): string[] {
  const origins = text.matchAll(/^\/\/ \S*node_modules\/((?:@[^/\s]+\/)?[^/\s]+)\/\S*$/gm);
  return [...origins].map(([, name]) => name as string);
}

/** The files that load with `entry`. */
function closure(entry: string, files: ReadonlyMap<string, string>): string[] {
  const loaded = new Set([entry]);
  for (const path of loaded) {
    for (const { specifier, kind } of importsOf(parse(path, files.get(path) ?? ''))) {
      const target = kind === 'value' ? resolveRelative(path, specifier)?.replace(/\.ts$/, '.js') : undefined;
      if (target) loaded.add(target);
    }
  }
  return [...loaded];
}

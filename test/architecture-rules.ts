import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { type Import, importsOf, parse, ROOT, resolveRelative, type Sources } from './import-graph.js';

export const SDK = 'packages/sdk/src/';
export const CLI = 'packages/cli/src/';
export const MAX_LINES = 250;

/** Lowest first. A room imports itself and the rooms of lower floors, never its neighbours. */
const FLOORS = [
  ['events', 'errors'],
  ['ports'],
  ['adapters', 'testing'],
  ['permissions', 'instructions'],
  ['tools'],
  ['loop'],
  ['session'],
  ['harness'],
  ['agent'],
  ['server'],
  ['index.ts', 'app.ts', 'node.ts', 'sandbox.ts', 'testing.ts'],
];

/** The outside world comes in through these files only. */
const MAY_IMPORT_OUTSIDE: Record<string, readonly string[]> = {
  adapters: ['harness/defaults.ts', 'node.ts', 'sandbox.ts', 'testing.ts'],
  testing: ['testing.ts'],
};

const PACKAGE_RULES = [
  { matches: /^@mariozechner\//, room: 'loop', rule: 'only loop/ imports pi' },
  { matches: /^(node:)?(fs|child_process)(\/|$)/, room: 'adapters', rule: 'only adapters/ touches the host' },
  { matches: /^(node:)?https?2?$/, room: 'testing', rule: 'only testing/ opens a server' },
  { matches: /^@flue\//, room: undefined, rule: 'the SDK imports its own files by relative paths' },
];

const doors = (): string[] => {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'packages/sdk/package.json'), 'utf8'));
  return Object.keys(exports).map((door) => door.replace('.', '@flue/sdk'));
};

/** Every rule of the rooms that the sources break, as `file:line: what: rule`. */
export function violations(sources: Sources): string[] {
  const found: string[] = [];
  for (const [path, text] of sources) {
    const source = parse(path, text);
    found.push(...nameFaults(path, source));
    const lines = text.trimEnd().split('\n').length;
    if (lines > MAX_LINES) found.push(`${path}: ${lines} lines: a file has at most ${MAX_LINES}`);
    if (path.startsWith(SDK) && floorOf(roomOf(path)) < 0) {
      found.push(`${path}: ${roomOf(path)} is no room; the table of rooms is in test/architecture-rules.ts`);
      continue;
    }
    for (const imported of importsOf(source)) {
      const rule = path.startsWith(SDK) ? sdkFault(path, imported) : cliFault(path, imported);
      if (rule) found.push(`${path}:${imported.line}: imports ${imported.specifier}: ${rule}`);
    }
  }
  return [...found, ...cycles(sources)];
}

const roomOf = (path: string): string => path.slice(SDK.length).split('/')[0] ?? '';
const floorOf = (room: string): number => FLOORS.findIndex((floor) => floor.includes(room));

function sdkFault(path: string, { specifier }: Import): string | undefined {
  const room = roomOf(path);
  const target = resolveRelative(path, specifier);
  if (!target) return PACKAGE_RULES.find((rule) => rule.matches.test(specifier) && rule.room !== room)?.rule;
  if (!target.startsWith(SDK)) return 'the SDK imports nothing outside packages/sdk/src';
  const targetRoom = roomOf(target);
  if (targetRoom === room) return undefined;
  if (floorOf(targetRoom) >= floorOf(room)) return `${room} is not above ${targetRoom}`;
  const importers = MAY_IMPORT_OUTSIDE[targetRoom] ?? [path.slice(SDK.length)];
  if (importers.includes(path.slice(SDK.length))) return undefined;
  return `only ${importers.join(', ')} may import ${targetRoom}`;
}

function cliFault(path: string, { specifier }: Import): string | undefined {
  const target = resolveRelative(path, specifier);
  if (target?.startsWith(CLI) === false) return 'the CLI imports nothing outside packages/cli/src';
  const behindDoors = specifier.startsWith('@flue/sdk') && !doors().includes(specifier);
  return behindDoors ? 'the CLI imports the SDK by its doors' : undefined;
}

function nameFaults(path: string, source: ts.SourceFile): string[] {
  const found: string[] = [];
  const folder = path.split('/').find((part) => /^(utils?|helpers?|shared|common)$/.test(part));
  if (folder) found.push(`${path}: folder ${folder}: a file lives in the room that it serves`);
  if (/\/src\/(types|errors)\.ts$/.test(path)) found.push(`${path}: no package-wide ${basename(path)}`);
  for (const name of [basename(path, '.ts'), ...declaredNames(source)]) {
    if (/(Manager|Service|Impl|-manager|-service|-impl)$/.test(name)) {
      found.push(`${path}: name ${name}: say what it is, not Manager, Service or Impl`);
    }
  }
  return found;
}

function declaredNames(source: ts.SourceFile): string[] {
  return source.statements
    .flatMap((node): ts.Node[] =>
      ts.isVariableStatement(node) ? [...node.declarationList.declarations] : [node],
    )
    .flatMap((node) => ('name' in node ? [node.name as ts.Node] : []))
    .flatMap((name) => (ts.isIdentifier(name) ? [name.text] : []));
}

/** Circles of imports that run when a module loads; each is reported once. */
function cycles(sources: Sources): string[] {
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (path: string, trail: readonly string[]): void => {
    const start = trail.indexOf(path);
    if (start >= 0) found.push(`${[...trail.slice(start), path].join(' -> ')}: a circle of value imports`);
    if (start >= 0 || done.has(path)) return;
    for (const { specifier, kind } of importsOf(parse(path, sources.get(path) ?? ''))) {
      const target = kind === 'value' ? resolveRelative(path, specifier) : undefined;
      if (target && sources.has(target)) walk(target, [...trail, path]);
    }
    done.add(path);
  };
  for (const path of sources.keys()) walk(path, []);
  return found;
}

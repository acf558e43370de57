import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { UsageError } from '../command-error.js';
import { agentLoadError } from '../load/agent-load-error.js';

/** Where a project's agents are. Paths are absolute. */
export interface Project {
  readonly root: string;
  readonly agentsDir: string;
  /** Files with roles, if the folder is there. */
  readonly rolesDir: string;
  /** A module that runs before every agent, to register providers; undefined where there is none. */
  readonly appFile: string | undefined;
}

/**
 * The project in `root` (default: the current folder; parents are not searched). Its agents are in `.flue/agents`,
 * or in `agents` when it has no `.flue` folder.
 * @throws {UsageError} `root` is no folder @throws {AgentLoadError} it has no agents
 */
export async function findProject(root?: string): Promise<Project> {
  const folder = resolve(root ?? '.');
  if (!isDirectory(folder)) {
    throw new UsageError(`--root ${JSON.stringify(root)} is not a folder: looked for ${folder}.`);
  }
  const source = isDirectory(join(folder, '.flue')) ? join(folder, '.flue') : folder;
  const agentsDir = join(source, 'agents');
  if (isDirectory(agentsDir)) {
    return { root: folder, agentsDir, rolesDir: join(source, 'roles'), appFile: findAppFile(source) };
  }
  throw await agentLoadError(`No agents in ${folder}: it has neither .flue/agents/ nor agents/.`, {
    hint: whatToDo(folder),
  });
}

/** The name is too common for a folder that may hold anything: only `.flue` has one. */
function findAppFile(source: string): string | undefined {
  if (basename(source) !== '.flue') return undefined;
  const files = ['app.ts', 'app.mts', 'app.js', 'app.mjs'].map((name) => join(source, name));
  return files.find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

function whatToDo(folder: string): string {
  const parent = parentProject(folder);
  if (parent) return `${parent} has a .flue folder: run the command there, or pass --root ${parent}`;
  return 'Create .flue/agents/<name>.ts with a default export: export default async ({ init, payload }) => { ... }';
}

function parentProject(folder: string): string | undefined {
  for (let here = folder; here !== dirname(here); here = dirname(here)) {
    if (isDirectory(join(dirname(here), '.flue', 'agents'))) return dirname(here);
  }
  return undefined;
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

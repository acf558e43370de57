import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { agentLoadError } from '../load/agent-load-error.js';
import type { Project } from './find-project.js';

const ENDINGS = /\.(?:ts|mts|js|mjs)$/;
const DECLARATIONS = /\.d\.m?ts$/;

/**
 * The file of the agent of exactly this name, among the files that are there: a name is never made into a path.
 * @throws {AgentLoadError} no such agent, or two files of that name
 */
export async function findAgent(project: Project, name: string): Promise<string> {
  const files = agentFiles(project.agentsDir);
  const named = files.filter((file) => agentName(file) === name);
  if (named.length === 1) return join(project.agentsDir, named[0]!);
  if (named.length > 1) {
    throw await agentLoadError(
      `The agent ${JSON.stringify(name)} has ${named.length} files: ${named.join(', ')}.`,
      {
        hint: `Keep one of them in ${project.agentsDir}`,
      },
    );
  }
  const names = files.map(agentName);
  const bare = agentName(name.split('/').at(-1) ?? '');
  throw await agentLoadError(`No agent ${JSON.stringify(name)} in ${project.agentsDir}.`, {
    hint:
      names.length === 0
        ? `The folder has no agent yet: create ${join(project.agentsDir, 'hello.ts')}`
        : names.includes(bare)
          ? `Say ${bare}, without folder and ending`
          : `There ${names.length === 1 ? 'is' : 'are'}: ${names.join(', ')}`,
  });
}

function agentFiles(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => ENDINGS.test(file) && !DECLARATIONS.test(file) && !file.startsWith('.'))
    .filter((file) => statSync(join(folder, file), { throwIfNoEntry: false })?.isFile())
    .sort();
}

function agentName(file: string): string {
  return file.replace(ENDINGS, '');
}

import { posix } from 'node:path';
import { errorText } from '../errors/error-text.js';
import { OptionError } from '../errors/option-error.js';
import { PathError } from '../errors/path-error.js';
import type { FileStat, Sandbox } from '../ports/sandbox.js';
import { readFrontMatter } from './front-matter.js';

/** Where skills are, relative to the working directory (https://agentskills.io). */
export const SKILLS_DIRECTORY = '.agents/skills';

const SKILL_FILE = 'SKILL.md';
/** Front matter is at the top; a skill's body is read by the model. */
const MAX_HEAD_BYTES = 16 * 1024;
const MAX_SKILLS = 500;
const MAX_DEPTH = 8;

/** A skill as its front matter describes it. */
export interface Skill {
  readonly name: string;
  readonly description: string;
  /** Relative to the working directory; where the model reads it. */
  readonly path: string;
  /** The only tools that calls of the skill are offered. Absent: all. */
  readonly allowedTools: readonly string[] | undefined;
}

/** The skills of the sandbox's `cwd`, by path. A link is not followed. */
export async function findSkills(sandbox: Sandbox): Promise<Skill[]> {
  if (!(await isDirectory(sandbox, SKILLS_DIRECTORY))) return [];
  const paths: string[] = [];
  await collect(sandbox, SKILLS_DIRECTORY, 0, paths);
  return Promise.all(paths.slice(0, MAX_SKILLS).map((path) => readSkill(sandbox, path)));
}

/**
 * The skill that a script names: by its name, or by a path below the skills folder.
 * @throws {OptionError} there is none, several have the name, or the path leads out of the folder
 */
export async function requireSkill(sandbox: Sandbox, name: string): Promise<Skill> {
  const skills = await findSkills(sandbox);
  const named = skills.filter((skill) => skill.name === name);
  if (named.length > 1) {
    const paths = named.map(({ path }) => path).join(' and ');
    throw new OptionError(`${named.length} skills are called "${name}": ${paths}.`, {
      hint: 'Give one of them another name in its front matter, or name the one you mean by its path.',
    });
  }
  if (named[0]) return named[0];
  const path = pathInSkills(name);
  const file = [path, `${path}/${SKILL_FILE}`, `${path}.md`];
  for (const candidate of file) {
    if (await isFile(sandbox, candidate)) return readSkill(sandbox, candidate);
  }
  const known = skills.map((skill) => skill.name);
  throw new OptionError(
    `There is no skill ${JSON.stringify(name)} in ${SKILLS_DIRECTORY} of ${sandbox.cwd}.`,
    {
      hint: known.length > 0 ? `Known are ${known.join(', ')}.` : 'That folder has no skills.',
    },
  );
}

function pathInSkills(name: string): string {
  const path = posix.normalize(posix.join(SKILLS_DIRECTORY, name));
  if (name.startsWith('/') || name.includes('\0') || !path.startsWith(`${SKILLS_DIRECTORY}/`)) {
    throw new OptionError(`The skill ${JSON.stringify(name)} is outside ${SKILLS_DIRECTORY}.`, {
      hint: 'Name a skill, or a path below that folder.',
    });
  }
  return path;
}

async function collect(sandbox: Sandbox, directory: string, depth: number, found: string[]): Promise<void> {
  const entries = await sandbox.readdirWithTypes(directory);
  for (const { name, type } of entries) {
    if (found.length >= MAX_SKILLS) return;
    if (type === 'file' && name === SKILL_FILE) found.push(`${directory}/${name}`);
    if (type === 'directory' && depth < MAX_DEPTH)
      await collect(sandbox, `${directory}/${name}`, depth + 1, found);
  }
}

async function readSkill(sandbox: Sandbox, path: string): Promise<Skill> {
  const folder =
    posix.basename(path) === SKILL_FILE ? posix.basename(posix.dirname(path)) : posix.basename(path, '.md');
  try {
    const head = await sandbox.readFileBuffer(path, { end: MAX_HEAD_BYTES });
    const { data } = readFrontMatter(new TextDecoder().decode(head));
    return {
      name: text(data.name) ?? folder,
      description: text(data.description) ?? '',
      path,
      allowedTools: toolNames(data['allowed-tools']),
    };
  } catch (error) {
    // One broken file must not take every prompt with it; the model and the script are told.
    return { name: folder, description: `(unreadable: ${errorText(error)})`, path, allowedTools: undefined };
  }
}

async function isFile(sandbox: Sandbox, path: string): Promise<boolean> {
  return (await statOf(sandbox, path))?.isFile ?? false;
}

async function isDirectory(sandbox: Sandbox, path: string): Promise<boolean> {
  return (await statOf(sandbox, path))?.isDirectory ?? false;
}

async function statOf(sandbox: Sandbox, path: string): Promise<FileStat | undefined> {
  if (!(await sandbox.exists(path))) return undefined;
  try {
    return await sandbox.stat(path);
  } catch (error) {
    if (error instanceof PathError) return undefined;
    throw error;
  }
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A list, or names in one line; `Bash(git:*)` names the tool `bash`. */
function toolNames(value: unknown): string[] | undefined {
  const words = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? value.match(/[^\s,(]+(?:\([^)]*\))?/g)
      : null;
  if (!words || words.length === 0) return undefined;
  return words.map((word) => String(word).replace(/\(.*$/s, ''));
}

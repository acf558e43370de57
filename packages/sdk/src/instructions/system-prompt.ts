import type { ContextFile } from './context-files.js';
import type { Role } from './role.js';
import type { Skill } from './skill.js';

const PREAMBLE = `You are an agent that works without a human watching. Do the task you are given with the tools you have, and finish it: nobody can answer questions. When you are done, reply with the result and nothing else.`;

/** What a script adds to the system prompt, or puts in place of its first paragraph. */
export type Instructions = string | { append?: string; replace?: string };

export interface SystemPromptParts {
  readonly cwd: string;
  readonly contextFiles: readonly ContextFile[];
  readonly skills: readonly Skill[];
  readonly instructions?: Instructions;
  readonly role?: Role;
  /** Roles that a task may be given; empty where none can be delegated. */
  readonly taskRoles?: readonly Role[];
  /** The call wants a structured result. */
  readonly result?: boolean;
}

const RESULT = `When the work is done, hand over the result by calling the tool "finish"; text alone is not taken as the result. If it cannot be produced, call "give_up" with the reason.`;

/** The system prompt of a call. Equal parts give an equal text, so that providers can cache it. */
export function systemPrompt({
  cwd,
  contextFiles,
  skills,
  instructions,
  role,
  taskRoles = [],
  result,
}: SystemPromptParts): string {
  const { append, replace = PREAMBLE } =
    typeof instructions === 'string' ? { append: instructions } : (instructions ?? {});
  const sections = [replace, `Working directory: ${cwd}`];
  for (const file of contextFiles) sections.push(`# ${file.name}\n\n${file.text}`);
  if (skills.length > 0) sections.push(skillList(skills));
  if (taskRoles.length > 0) sections.push(roleList(taskRoles));
  if (append) sections.push(append);
  if (role) sections.push(`# Your role: ${role.name}\n\n${role.instructions.trim()}`);
  if (result) sections.push(RESULT);
  return sections.filter((section) => section !== '').join('\n\n');
}

function roleList(roles: readonly Role[]): string {
  const lines = roles.map(({ name, description }) => `- ${name}${description ? `: ${description}` : ''}`);
  return `# Roles for tasks\n\n${lines.join('\n')}`;
}

function skillList(skills: readonly Skill[]): string {
  const lines = skills.map(({ name, description, path }) => `- ${name}: ${description} (${path})`);
  return `# Skills\n\nInstructions for particular kinds of work. Read the file of one that fits before you begin.\n\n${lines.join('\n')}`;
}

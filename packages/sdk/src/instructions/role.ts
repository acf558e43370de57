import { errorText } from '../errors/error-text.js';
import { OptionError } from '../errors/option-error.js';
import { THINKING_LEVELS, type ThinkingLevel } from '../ports/language-model.js';
import { readFrontMatter } from './front-matter.js';

/** A way of working that calls can take on: instructions, and perhaps a model of its own. */
export interface Role {
  /** Default: the key it stands under. */
  name?: string;
  /** What the role is for; told to a model that may delegate to it. */
  description?: string;
  /** Added to the system prompt of a call in this role. Not kept in the conversation. */
  instructions: string;
  /** `provider/id`. A call's own `model` wins; the harness's does not. */
  model?: string;
  thinkingLevel?: ThinkingLevel;
}

/** Roles by name. */
export type Roles = ReadonlyMap<string, Role>;

/** A role, or the Markdown of its file: front matter with description, model and thinkingLevel, then instructions. */
export type RoleSource = Role | string;

/** @throws {OptionError} */
export function readRoles(roles: Readonly<Record<string, RoleSource>> | undefined, where: string): Roles {
  const read = new Map<string, Role>();
  if (roles === undefined) return read;
  if (typeof roles !== 'object' || roles === null)
    throw new OptionError(`${where} is not an object of roles.`);
  for (const [name, source] of Object.entries(roles)) {
    const role =
      typeof source === 'string' ? roleFromMarkdown(source, `${where}: the role "${name}"`) : source;
    if (typeof role !== 'object' || role === null || typeof role.instructions !== 'string') {
      throw new OptionError(`${where}: the role "${name}" has no instructions text.`, {
        hint: 'A role is { description?, instructions, model?, thinkingLevel? }.',
      });
    }
    if (role.thinkingLevel !== undefined && !THINKING_LEVELS.includes(role.thinkingLevel)) {
      throw new OptionError(
        `${where}: the thinkingLevel of role "${name}" is ${JSON.stringify(role.thinkingLevel)}.`,
        {
          hint: `Accepted are ${THINKING_LEVELS.join(', ')}.`,
        },
      );
    }
    read.set(name, { ...role, name });
  }
  return read;
}

function roleFromMarkdown(text: string, where: string): Role {
  try {
    const { data, body } = readFrontMatter(text);
    return {
      description: optionalText(data.description),
      model: optionalText(data.model),
      thinkingLevel: optionalText(data.thinkingLevel) as ThinkingLevel | undefined,
      instructions: body.trim(),
    };
  } catch (cause) {
    throw new OptionError(`${where}: ${errorText(cause)}`, { cause });
  }
}

function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws {OptionError} naming the roles that exist */
export function requireRole(roles: Roles, name: string | undefined, where: string): Role | undefined {
  if (name === undefined) return undefined;
  const role = roles.get(name);
  if (role) return role;
  const known = [...roles.keys()];
  throw new OptionError(`${where}: there is no role ${JSON.stringify(name)}.`, {
    hint:
      known.length > 0
        ? `Known are ${known.join(', ')}.`
        : 'No roles are defined; see .flue/roles or init({ roles }).',
  });
}

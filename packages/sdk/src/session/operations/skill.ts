import { requireSkill, type Skill } from '../../instructions/skill.js';
import type { ShapedOptions, SkillOptions } from '../call-options.js';
import type { Operation } from '../operation.js';
import type { Session } from '../session.js';
import { preparePrompt } from './prompt.js';

/** A prompt that has the model follow a skill. Its body is read by the model, where it stands. */
export async function prepareSkill(
  session: Session,
  operation: Operation,
  name: string,
  options: SkillOptions & ShapedOptions,
) {
  const skill = await requireSkill(session.sandbox, name);
  return preparePrompt(session, operation, skillText(skill, options.args), options, {
    source: 'skill',
    allowed: skill.allowedTools,
  });
}

function skillText(skill: Skill, args: Record<string, unknown> | undefined): string {
  const lines = [`Follow the skill "${skill.name}". Read it first: ${skill.path}`];
  if (args !== undefined) lines.push('', 'Arguments:', '', '```json', JSON.stringify(args, null, 2), '```');
  return lines.join('\n');
}

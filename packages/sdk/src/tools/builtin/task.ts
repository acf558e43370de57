import { Type } from '@sinclair/typebox';
import { ToolError } from '../../errors/tool-error.js';
import { defineBuiltin } from './define-builtin.js';

export const taskTool = defineBuiltin({
  name: 'task',
  description: [
    'Give a self-contained piece of work to another agent that has the same tools and files, but sees nothing of this conversation.',
    'Returns its final answer. Several tasks called at once run in parallel.',
  ].join(' '),
  parameters: Type.Object(
    {
      prompt: Type.String({ minLength: 1, description: 'The work, with everything that is needed to do it' }),
      description: Type.Optional(Type.String({ description: 'What it is about, in a few words' })),
      role: Type.Optional(Type.String({ description: 'Role of the other agent, one of those listed' })),
      cwd: Type.Optional(
        Type.String({ description: 'Directory to work in, absolute or relative to the working directory' }),
      ),
    },
    { additionalProperties: false },
  ),
  async execute({ prompt, description, role, cwd }, { toolCallId, signal }, { delegate }) {
    if (!delegate) throw new ToolError('Tasks cannot be delegated any further here: do the work yourself.');
    const { text, taskId, usage } = await delegate({ prompt, description, role, cwd, toolCallId, signal });
    return { content: [{ type: 'text', text }], details: { taskId, usage } };
  },
});

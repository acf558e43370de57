import { BUILTIN_TOOL_NAMES, defineTool, errorText, init, ToolError, Type } from '@flue/sdk';
import { scriptedModel } from '@flue/sdk/testing';

const deploy = defineTool({
  name: 'deploy_preview',
  description: 'Deploy a branch to a preview URL.',
  parameters: Type.Object({ branch: Type.String({ description: 'Name of the branch.' }) }),
  timeoutMs: 60_000,
  // The second argument is the call's AbortSignal and carries the call's surroundings.
  async execute({ branch }, ctx) {
    if (branch === 'main')
      throw new ToolError('main cannot be previewed.', { hint: 'Choose another branch.' });
    ctx.onUpdate({ text: `building ${branch}` });
    const { stdout } = await ctx.sandbox.exec({ command: 'echo', args: ['built', branch] }, { signal: ctx });
    return {
      content: [{ type: 'text', text: `${stdout.trim()}: https://preview.example/${branch}` }],
      details: { branch, url: `https://preview.example/${branch}` },
    };
  },
});

const progress: string[] = [];
await using harness = await init({
  model: scriptedModel([
    { toolCalls: [{ name: 'deploy_preview', arguments: { branch: 'main' } }] },
    { toolCalls: [{ name: 'deploy_preview', arguments: { branch: 'fix-12' } }] },
    'Deployed: {{toolResult}}',
  ]),
  tools: [deploy],
  builtinTools: ['read', 'bash'],
  onEvent(event) {
    if (event.type === 'tool_update') progress.push(event.text ?? '');
    if (event.type === 'tool_call') progress.push(`${event.toolName}: ${event.outcome}`);
  },
});
const { text } = await (await harness.session()).prompt('Deploy main, or else fix-12.');

export const result = {
  text,
  progress,
  builtins: BUILTIN_TOOL_NAMES.length,
  unknown: errorText({ message: 'any value' }),
};

import { expect, test } from 'vitest';
import { BUILTIN_TOOLS } from '../../../src/tools/builtin/index.js';
import { BUILTIN_TOOL_NAMES } from '../../../src/tools/builtin-tool-names.js';

test('the built-in tools are those of the list, in its order', () => {
  expect(BUILTIN_TOOLS.map(({ name }) => name)).toEqual([...BUILTIN_TOOL_NAMES]);
});

const PARAMETERS: Record<string, { required: string[]; all: string[] }> = {
  read: { required: ['path'], all: ['path', 'offset', 'limit'] },
  write: { required: ['path', 'content'], all: ['path', 'content'] },
  edit: { required: ['path', 'oldText', 'newText'], all: ['path', 'oldText', 'newText', 'replaceAll'] },
  bash: { required: ['command'], all: ['command', 'timeout'] },
  grep: { required: ['pattern'], all: ['pattern', 'path', 'include', 'context'] },
  glob: { required: ['pattern'], all: ['pattern', 'path'] },
  task: { required: ['prompt'], all: ['prompt', 'description', 'role', 'cwd'] },
};

test.each(BUILTIN_TOOLS.map((tool) => [tool.name, tool] as const))(
  '%s shows the model its parameters, each described, and takes no others',
  async (name, tool) => {
    const { properties, required, additionalProperties } = tool.parameters;
    expect(Object.keys(properties as object)).toEqual(PARAMETERS[name]?.all);
    expect(required).toEqual(PARAMETERS[name]?.required);
    expect(additionalProperties).toBe(false);
    for (const property of Object.values(properties as Record<string, { description?: string }>)) {
      expect(property.description).toMatch(/\w/);
    }
    expect(tool).toMatchObject({ origin: 'builtin', executionMode: 'parallel' });
    expect(await tool.parse({ unknown: 1 })).toMatchObject({ ok: false });
  },
);

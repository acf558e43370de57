import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { AgentLoadError } from '@flue/sdk';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/command-error.js';
import { findAgent } from '../../src/project/find-agent.js';
import { findProject } from '../../src/project/find-project.js';
import { tempFolder } from '../temp-folder.js';

const find = async (root: string, name: string) => findAgent(await findProject(root), name);

describe('findProject', () => {
  it('takes .flue/agents, and agents only where there is no .flue', async () => {
    const both = tempFolder({ '.flue/agents/a.ts': '', 'agents/b.ts': '' });
    expect(await findProject(both)).toEqual({
      root: both,
      agentsDir: join(both, '.flue/agents'),
      rolesDir: join(both, '.flue/roles'),
      appFile: undefined,
    });
    const bare = tempFolder({ 'agents/b.ts': '' });
    expect((await findProject(bare)).agentsDir).toBe(join(bare, 'agents'));
  });

  it('does not search parents, but says where one is', async () => {
    const root = tempFolder({ '.flue/agents/a.ts': '', 'src/deep/x.ts': '' });
    const failure = await findProject(join(root, 'src/deep')).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(AgentLoadError);
    expect(failure).toHaveProperty('hint', expect.stringContaining(`--root ${root}`));
  });

  it('says how to begin in a folder without agents', async () => {
    await expect(findProject(tempFolder())).rejects.toMatchObject({
      message: expect.stringContaining('neither .flue/agents/ nor agents/'),
      hint: expect.stringContaining('Create .flue/agents/<name>.ts'),
    });
  });

  it('refuses a root that is no folder', async () => {
    const root = tempFolder({ file: '' });
    await expect(findProject(join(root, 'file'))).rejects.toBeInstanceOf(UsageError);
    await expect(findProject(join(root, 'nope'))).rejects.toThrow('is not a folder');
  });
});

describe('findAgent', () => {
  it.each(['a.ts', 'a.mts', 'a.js', 'a.mjs'])('finds %s as "a"', async (file) => {
    const root = tempFolder({ [`agents/${file}`]: '' });
    expect(await find(root, 'a')).toBe(join(root, 'agents', file));
  });

  it('lists the agents there are for a name that is not among them', async () => {
    const root = tempFolder({
      'agents/b.ts': '',
      'agents/a.js': '',
      'agents/types.d.ts': '',
      'agents/notes.md': '',
    });
    await expect(find(root, 'x')).rejects.toMatchObject({
      code: 'agent_load_failed',
      message: `No agent "x" in ${join(root, 'agents')}.`,
      hint: 'There are: a, b',
    });
  });

  it.each(['../secret', '..', '', 'sub/a', 'a.ts', 'constructor', '__proto__', 'A', 'a\0'])(
    'S10 F01: knows no agent %j, whatever file that might be',
    async (name) => {
      const root = tempFolder({ 'agents/a.ts': '', 'secret.ts': '', 'agents/sub/a.ts': '' });
      await expect(find(root, name)).rejects.toThrow(`No agent ${JSON.stringify(name)}`);
    },
  );

  it('refuses a name that two files have', async () => {
    const root = tempFolder({ 'agents/a.ts': '', 'agents/a.js': '' });
    await expect(find(root, 'a')).rejects.toThrow('has 2 files: a.js, a.ts.');
  });

  it('takes a link to a file and passes over folders and dangling links', async () => {
    const root = tempFolder({ 'lib/real.ts': '', 'agents/ok.ts': '' });
    symlinkSync('../lib/real.ts', join(root, 'agents/linked.ts'));
    symlinkSync('../lib/gone.ts', join(root, 'agents/gone.ts'));
    mkdirSync(join(root, 'agents/folder.ts'));
    expect(await find(root, 'linked')).toBe(join(root, 'agents/linked.ts'));
    await expect(find(root, 'gone')).rejects.toHaveProperty('hint', 'There are: linked, ok');
  });
});

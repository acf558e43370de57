import { OptionError, type ToolDef, Type } from '@flue/sdk';
import { describe, expect, it } from 'vitest';
import { openTestHarness } from '../harness/open-test-harness.js';

const REVIEW = `---
name: security-review
description: >-
  Looks for holes
  in a change.
---
# How to review
`;

async function withSkills(
  files: Record<string, string>,
  script: Parameters<typeof openTestHarness>[0] = [{ text: 'ok', repeat: true }],
) {
  const opened = await openTestHarness(script);
  for (const [path, text] of Object.entries(files))
    await opened.harness.fs.writeFile(`.agents/skills/${path}`, text);
  return opened;
}

describe('skills (C25)', () => {
  it('are told to the model by name, description and true path, at any depth', async () => {
    const { session, model } = await withSkills({
      'review/security/SKILL.md': REVIEW,
      'quoted/SKILL.md':
        "\uFEFF---\r\nname: \"with: colon\"\r\ndescription: 'it''s quoted'\r\n---\r\nbody\r\n",
      'plain/SKILL.md': 'no front matter',
      'broken/SKILL.md': '---\nname: [\n---\n',
    });
    await session.prompt('go');
    const prompt = model.requests[0]?.systemPrompt ?? '';
    expect(prompt).toContain(
      '- security-review: Looks for holes in a change. (.agents/skills/review/security/SKILL.md)',
    );
    expect(prompt).toContain("- with: colon: it's quoted (.agents/skills/quoted/SKILL.md)");
    expect(prompt).toContain('- plain: ');
    expect(prompt).toMatch(/- broken: \(unreadable: .*YAML/);
  });

  it('are followed with their arguments', async () => {
    const { session, model } = await withSkills({ 'review/security/SKILL.md': REVIEW });
    await session.skill('security-review', { args: { pr: 7 } });
    const [asked] = model.requests[0]?.messages ?? [];
    expect(asked?.content).toContain('.agents/skills/review/security/SKILL.md');
    expect(asked?.content).toContain('"pr": 7');
  });

  it('can be named by their path below the folder', async () => {
    const { session, model } = await withSkills({
      'review/security/SKILL.md': REVIEW,
      'notes/style.md': 'Be brief.',
    });
    for (const name of ['review/security', 'review/security/SKILL.md', 'notes/style.md', 'notes/style'])
      await session.skill(name);
    expect(model.requests).toHaveLength(4);
    expect(model.requests[2]?.messages.at(-1)?.content).toContain('.agents/skills/notes/style.md');
  });

  it.each(['../../x.md', '/etc/passwd', '..', 'review/../../../x', '.', ''])(
    'are never outside the folder: %j',
    async (name) => {
      const { session, harness, model } = await withSkills({ 'review/security/SKILL.md': REVIEW });
      await harness.fs.writeFile('x.md', 'secret');
      await expect(session.skill(name)).rejects.toThrow(OptionError);
      expect(model.requests).toHaveLength(0);
    },
  );

  it('that do not exist are an error that lists those that do', async () => {
    const { session } = await withSkills({ 'review/security/SKILL.md': REVIEW });
    await expect(session.skill('securty')).rejects.toMatchObject({ hint: 'Known are security-review.' });
    const none = await openTestHarness(['x']);
    await expect(none.session.skill('x')).rejects.toMatchObject({ hint: 'That folder has no skills.' });
  });

  it('of one name are an error for who names them, and it names both files', async () => {
    const { session } = await withSkills({ 'a/SKILL.md': REVIEW, 'b/SKILL.md': REVIEW });
    await expect(session.skill('security-review')).rejects.toThrow(/a\/SKILL\.md and .*b\/SKILL\.md/);
    expect((await session.skill('b')).text).toBe('ok');
    expect((await session.prompt('go')).text).toBe('ok');
  });

  it('offer only the tools that they allow', async () => {
    const mine: ToolDef = { name: 'mine', description: 'x', parameters: Type.Object({}), execute: () => 'x' };
    const { session, model } = await withSkills({
      'a/SKILL.md': '---\nname: a\nallowed-tools: Read Bash(git:*), mine\n---\n',
      'b/SKILL.md': '---\nname: b\nallowed-tools: [Write]\n---\n',
    });
    await session.skill('a', { tools: [mine] });
    await session.skill('b', { tools: [mine] });
    expect(model.requests.map(({ tools }) => tools.map(({ name }) => name))).toEqual([
      ['read', 'bash', 'mine'],
      ['write'],
    ]);
  });

  it('can have a structured result', async () => {
    const { session } = await withSkills({ 'a/SKILL.md': '---\nname: a\n---\n' }, [
      { toolCalls: [{ name: 'finish', arguments: { ok: true } }] },
    ]);
    expect(await session.skill('a', { result: Type.Object({ ok: Type.Boolean() }) })).toEqual({ ok: true });
  });

  it('check their arguments', async () => {
    const { session } = await withSkills({ 'a/SKILL.md': '---\nname: a\n---\n' });
    await expect(session.skill('a', { args: [] as never })).rejects.toThrow(/not an object/);
    await expect(session.skill('a', { args: { n: 1n } })).rejects.toThrow(/not JSON/);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FlueContext, registerProvider, runAgent } from '@flue/sdk';
import { Type } from '@flue/sdk/client';
import { createSandboxSessionEnv, type SandboxApi } from '@flue/sdk/sandbox';
import { scriptedModel, startScriptedServer } from '@flue/sdk/testing';
import { Bash, InMemoryFs } from 'just-bash';
import * as v from 'valibot';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/adapters/store/memory.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(files: Record<string, string>): string {
  const root = mkdtempSync(join(tmpdir(), 'flue-scenario-'));
  folders.push(root);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

describe('scripts as people write them for the public Flue API', () => {
  it('1. a webhook that uses no model returns its payload changed', async () => {
    const handler = async ({ payload }: FlueContext) => ({ greeting: `Hello, ${payload.name}!` });
    expect((await runAgent(handler, { name: 'webhook', payload: { name: 'Ada' } })).result).toEqual({
      greeting: 'Hello, Ada!',
    });
  });

  it('2. issue triage: local sandbox, a skill with arguments, a valibot result, then shell steps that depend on it', async () => {
    const repo = folder({
      '.agents/skills/triage/SKILL.md':
        '---\nname: triage\ndescription: Triage an issue.\n---\nRead README.md.\n',
      'README.md': 'docs',
    });
    execFileSync('git', ['init', '-q'], { cwd: repo });
    const handler = async ({ init, payload }: FlueContext<{ issueNumber: number }>) => {
      const agent = await init({ sandbox: 'local', cwd: repo, model: 'anthropic/claude-sonnet-4-6' });
      const session = await agent.session();
      const triage = await session.skill('triage', {
        args: { issueNumber: payload.issueNumber },
        result: v.object({ severity: v.picklist(['low', 'high']), fix_applied: v.boolean() }),
      });
      if (triage.fix_applied) await session.shell('git add -A && git status --porcelain > status.txt');
      return { severity: triage.severity, status: await session.fs.readFile('status.txt') };
    };
    const model = scriptedModel([
      {
        toolCalls: [{ name: 'write', arguments: { path: 'fix.txt', content: 'fixed' } }],
        when: '"issueNumber": 7',
      },
      { toolCalls: [{ name: 'finish', arguments: { severity: 'high', fix_applied: true } }] },
    ]);
    const { result } = await runAgent(handler, { name: 'triage', payload: { issueNumber: 7 }, model });
    expect(result).toEqual({ severity: 'high', status: expect.stringContaining('A  fix.txt') });
  });

  it('3. a session named by the payload is continued by a second run', async () => {
    const persist = memoryStore();
    const model = scriptedModel(['Noted.', 'You said: blue.']);
    const handler = async ({ init, payload }: FlueContext) => {
      const agent = await init({ model: 'anthropic/claude-sonnet-4-6' });
      const session = await agent.session(payload.sessionId);
      return (await session.prompt(payload.text)).text;
    };
    const run = (text: string) =>
      runAgent(handler, {
        name: 'chat',
        id: 'user-1',
        payload: { sessionId: 'owner/repo#1', text },
        model,
        persist,
      });
    await run('My colour is blue.');
    expect((await run('What is my colour?')).result).toBe('You said: blue.');
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  });

  it('4. a provider key taken from env in the handler is found at call time', async () => {
    const server = await startScriptedServer(['hello']);
    registerProvider('late-key', { api: 'openai-completions', baseUrl: server.openaiUrl });
    const handler = async ({ init, env }: FlueContext<unknown, { MY_KEY: string }>) => {
      const agent = await init({ model: 'late-key/m' });
      process.env.LATE_KEY_API_KEY = env.MY_KEY;
      return (await (await agent.session()).prompt('hi')).text;
    };
    expect((await runAgent(handler, { name: 'x', env: { MY_KEY: 'k-1' } })).result).toBe('hello');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer k-1');
    delete process.env.LATE_KEY_API_KEY;
    await server.close();
  });

  it('6. a Bash factory over mounted file systems is used as it is', async () => {
    const handler = async ({ init }: FlueContext) => {
      const fs = new InMemoryFs({ '/kb/faq.md': 'Q: why?' });
      const agent = await init({
        sandbox: () => new Bash({ fs, cwd: '/kb' }),
        model: 'anthropic/claude-sonnet-4-6',
      });
      const { text } = await (await agent.session()).prompt('Look it up.');
      return text;
    };
    const model = scriptedModel([
      { toolCalls: [{ name: 'grep', arguments: { pattern: 'why' } }] },
      '{{toolResult}}',
    ]);
    expect((await runAgent(handler, { name: 'support', model })).result).toContain('faq.md');
  });

  it('8. a union-typed result decides between three actions', async () => {
    const Action = Type.Union([
      Type.Object({ action: Type.Literal('close') }),
      Type.Object({ action: Type.Literal('label'), label: Type.String() }),
      Type.Object({ action: Type.Literal('reply'), text: Type.String() }),
    ]);
    const handler = async ({ init }: FlueContext) => {
      const session = await (await init({ model: 'anthropic/claude-sonnet-4-6' })).session();
      const { data } = await session.prompt('Decide.', { schema: Action });
      return data.action === 'label' ? data.label : data.action;
    };
    const model = scriptedModel([
      { toolCalls: [{ name: 'finish', arguments: { result: { action: 'label', label: 'bug' } } }] },
    ]);
    expect((await runAgent(handler, { name: 'x', model })).result).toBe('bug');
  });

  it('9. a set-up harness and a project harness share one sandbox with different working directories', async () => {
    const bash = new Bash({ cwd: '/workspace' });
    const api = remoteApi(bash);
    const sandbox = {
      createSessionEnv: async ({ cwd }: { cwd?: string }) =>
        createSandboxSessionEnv(api, cwd ?? '/workspace'),
    };
    const handler = async ({ init }: FlueContext) => {
      const setup = await init({ name: 'setup', sandbox, model: false });
      await setup.shell('mkdir -p project && echo "Be brief." > project/AGENTS.md');
      const project = await init({
        name: 'project',
        sandbox,
        cwd: '/workspace/project',
        model: 'anthropic/claude-sonnet-4-6',
      });
      return (await (await project.session()).prompt('Where are you?')).text;
    };
    const model = scriptedModel([{ text: 'in the project', when: { system: 'Be brief.' } }]);
    expect((await runAgent(handler, { name: 'x', model })).result).toBe('in the project');
  });

  it('10. a support agent works over a folder of documents with a role', async () => {
    const docs = folder({ 'billing/refund.md': 'Refunds take 5 days.' });
    const handler = async ({ init, payload }: FlueContext) => {
      const agent = await init({
        sandbox: 'local',
        cwd: docs,
        model: 'anthropic/claude-sonnet-4-6',
        role: 'support',
      });
      return (await (await agent.session()).prompt(payload.question)).text;
    };
    const model = scriptedModel([
      {
        toolCalls: [{ name: 'grep', arguments: { pattern: 'Refund' } }],
        when: { system: 'You answer customers.' },
      },
      '{{toolResult}}',
    ]);
    const roles = { support: '---\ndescription: Support\n---\nYou answer customers.\n' };
    const run = runAgent(handler, { name: 'support', payload: { question: 'How long?' }, model, roles });
    expect((await run).result).toContain('billing/refund.md:1: Refunds take 5 days.');
  });
});

function remoteApi(bash: Bash): SandboxApi {
  const { fs } = bash;
  return {
    readFile: (path) => fs.readFile(path),
    readFileBuffer: (path) => fs.readFileBuffer(path),
    writeFile: (path, content) => fs.writeFile(path, content),
    stat: (path) => fs.stat(path),
    readdir: (path) => fs.readdir(path),
    exists: (path) => fs.exists(path),
    mkdir: (path, options) => fs.mkdir(path, options),
    rm: (path, options) => fs.rm(path, options),
    exec: (command, options) => bash.exec(command, options),
  };
}

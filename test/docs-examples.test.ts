import { describe, expect, it } from 'vitest';

describe('the examples of the docs run, and give what the docs say', () => {
  it('quickstart', async () => {
    const { answer } = await import('../examples/docs/quickstart.js');
    expect(answer).toEqual({ text: 'The answer is 42.', tokens: expect.any(Number) });
  });

  it('tools', async () => {
    const { result } = await import('../examples/docs/tools.js');
    expect(result).toEqual({
      text: 'Deployed: built fix-12: https://preview.example/fix-12',
      progress: ['deploy_preview: threw', 'building fix-12', 'deploy_preview: ok'],
      builtins: 7,
      unknown: 'any value',
    });
  });

  it('sessions', async () => {
    const { result } = await import('../examples/docs/sessions.js');
    expect(result).toEqual({
      busy: true,
      text: 'You said: blue.',
      aborted: 'that is enough',
      endless: 'turn_limit',
      exists: true,
      missing: true,
      idle: true,
      stdout: 'hi\n',
      turns: expect.any(Number),
    });
  });

  it('sandboxes', async () => {
    const { result } = await import('../examples/docs/sandboxes.js');
    expect(result).toEqual({ listing: 'one\ntwo\n', stage: 'test', outside: 'denied', x: '42' });
  });

  it('providers', async () => {
    const { result } = await import('../examples/docs/providers.js');
    expect(result).toEqual({
      text: 'Hello from your own server.',
      failed: 401,
      unknown: true,
      missing: expect.stringContaining('XAI_API_KEY'),
    });
  });

  it('testing', async () => {
    const { result } = await import('../examples/docs/testing.js');
    expect(result).toEqual({
      label: { label: 'bug' },
      asked: 'Which label fits this issue? It crashes',
      first: 'run_start',
      last: 'run_end',
    });
  });

  it('results', async () => {
    const { result } = await import('../examples/docs/results.js');
    expect(result).toEqual({
      data: { label: 'bug', priority: 2 },
      words: ['login', 'session'],
      reason: 'There is no issue 7.',
    });
  });

  it('instructions', async () => {
    const { result } = await import('../examples/docs/instructions.js');
    expect(result).toEqual({ system: true, tools: ['read', 'grep'] });
  });

  it('resilience', async () => {
    const { result } = await import('../examples/docs/resilience.js');
    expect(result).toEqual({
      text: 'Hello from the second model.',
      compacted: true,
      events: ['log', 'log', 'log', 'compaction'],
    });
  });

  it('remote sandbox', async () => {
    const { result } = await import('../examples/docs/remote-sandbox.js');
    expect(result).toEqual({ text: 'hello from afar / HELLO FROM AFAR' });
  });
});

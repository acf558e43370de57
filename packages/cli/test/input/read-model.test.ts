import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { UsageError } from '../../src/command-error.js';
import { readModel } from '../../src/input/read-model.js';
import { tempFolder } from '../temp-folder.js';

describe('readModel', () => {
  it('leaves a model id to the SDK', async () => {
    expect(await readModel(undefined)).toBeUndefined();
    expect(await readModel('anthropic/claude-sonnet-4-6')).toBe('anthropic/claude-sonnet-4-6');
  });

  it('plays a script', async () => {
    const folder = tempFolder({ 'replies.json': '["Hello."]' });
    expect(await readModel(`scripted:${join(folder, 'replies.json')}`)).toMatchObject({
      provider: 'scripted',
      stream: expect.any(Function),
    });
  });

  it.each([
    ['scripted:/nope.json', '--model scripted: the file /nope.json does not exist.'],
    ['scripted:', '--model scripted names no file.'],
    ['', '--model is empty.'],
  ])('refuses %j', async (given, message) => {
    const failure = await readModel(given).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(UsageError);
    expect(failure).toHaveProperty('message', message);
  });

  it('names the file and the field of a bad script', async () => {
    const folder = tempFolder({ 'bad.json': '[{"txt": "x"}]', 'broken.json': '[' });
    const bad = readModel(`scripted:${join(folder, 'bad.json')}`);
    await expect(bad).rejects.toThrow(/bad\.json: replies\[0\] has an unknown field "txt"/);
    await expect(bad).rejects.toBeInstanceOf(UsageError);
    await expect(readModel(`scripted:${join(folder, 'broken.json')}`)).rejects.toThrow(/is not JSON/);
  });
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadEnvFile } from '../../src/input/load-env-file.js';
import { tempFolder } from '../temp-folder.js';

describe('loadEnvFile', () => {
  it('adds what is not set; what is set wins, also when it is empty', () => {
    const folder = tempFolder({ '.env': '# keys\nexport A=1\nB="two\\nlines" # note\nC=file\nD=file\n' });
    const env: Record<string, string | undefined> = { C: 'shell', D: '' };
    loadEnvFile(join(folder, '.env'), env);
    expect(env).toEqual({ A: '1', B: 'two\nlines', C: 'shell', D: '' });
  });

  it('names a file that is missing', () => {
    expect(() => loadEnvFile('/nope/.env', {})).toThrow('--env: the file /nope/.env does not exist.');
  });
});

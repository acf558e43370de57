import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Packages and Node modules that loading `file` loads, through our own files. */
function loads(file: URL, seen = new Set<string>()): Set<string> {
  if (seen.has(file.href)) return new Set();
  seen.add(file.href);
  const source = readFileSync(fileURLToPath(file), 'utf8').replaceAll(/^(import|export) type [^;]*;/gm, '');
  const names = [...source.matchAll(/(?:\bfrom|^import) '([^']+)';$/gm)].map(([, name]) => name ?? '');
  return new Set(
    names.flatMap((name) =>
      name.startsWith('.') ? [...loads(new URL(name.replace(/\.js$/, '.ts'), file), seen)] : [name],
    ),
  );
}

describe('the door ./testing', () => {
  it('loads Node modules only: no test runner, no provider code', () => {
    const loaded = [...loads(new URL('../../src/testing.ts', import.meta.url))];
    expect(loaded).toContain('node:http');
    expect(loaded.filter((name) => !name.startsWith('node:'))).toEqual([]);
  });
});

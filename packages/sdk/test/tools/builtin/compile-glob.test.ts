import { expect, test } from 'vitest';
import { compileGlob } from '../../../src/tools/builtin/compile-glob.js';
import { expandBraces } from '../../../src/tools/builtin/expand-braces.js';

const matches = async (pattern: string, path: string, anywhere = false) =>
  (await compileGlob(pattern, { anywhere })).test(path);

test.each([
  ['*.ts', 'a.ts', true],
  ['*.ts', '.ts', true],
  ['*.ts', 'd/a.ts', false],
  ['*.ts', 'a.tsx', false],
  ['*.ts', 'a\n.ts', true],
  ['**/*.ts', 'a.ts', true],
  ['**/*.ts', 'd/e/a.ts', true],
  ['src/**', 'src/a', true],
  ['src/**', 'src/a/b', true],
  ['src/**', 'src', false],
  ['src/**/b', 'src/b', true],
  ['src/**/b', 'src/x/y/b', true],
  ['src/**/b', 'src/xb', false],
  ['a**b', 'axxb', true],
  ['a**b', 'ax/xb', false],
  ['?.ts', 'é.ts', true],
  ['?.ts', '😀.ts', true],
  ['?.ts', '.ts', false],
  ['[ab].ts', 'b.ts', true],
  ['[!ab].ts', 'b.ts', false],
  ['[^ab].ts', 'c.ts', true],
  ['[a-c]x', 'bx', true],
  ['[[:digit:]]', '7', true],
  ['[id]/page', '[id]/page', true],
  ['[id]/page', 'i/page', true],
  ['(group)/a+b', '(group)/a+b', true],
  ['a[', 'a[', true],
  ['\\*.ts', '*.ts', true],
  ['\\*.ts', 'a.ts', false],
  ['*.{ts,tsx}', 'a.tsx', true],
  ['{src,test}/**/*.ts', 'test/x/a.ts', true],
  ['{a,b/{c,d}}', 'b/d', true],
  ['{a}', '{a}', true],
  ['{a,b', '{a,b', true],
  ['a{,b}', 'a', true],
  ['\\{a,b}', '{a,b}', true],
  ['./a//b', 'a/b', true],
  ['A', 'a', false],
  ['世*', '世界', true],
])('%j matches %j: %s', async (pattern, path, expected) => {
  expect(await matches(pattern, path)).toBe(expected);
});

test('without a slash an include matches the name, with one the path', async () => {
  expect(await matches('*.ts', 'd/e/a.ts', true)).toBe(true);
  expect(await matches('d/*.ts', 'd/a.ts', true)).toBe(true);
  expect(await matches('d/*.ts', 'x/d/a.ts', true)).toBe(false);
  expect(await matches('/*.ts', 'd/a.ts', true)).toBe(false);
  expect(await matches('{*.md,d/*.ts}', 'x/y.md', true)).toBe(true);
});

test('how deep a match can be is known without **', async () => {
  const depth = async (pattern: string) => (await compileGlob(pattern, { anywhere: false })).maxDepth;
  expect(await depth('a/*/c')).toBe(3);
  expect(await depth('{a,b/c}')).toBe(2);
  expect(await depth('a/**')).toBeUndefined();
});

test('braces are expanded in order', () => {
  expect(expandBraces('a{b,c{d,e}}f{g,h}')).toEqual(['abfg', 'abfh', 'acdfg', 'acdfh', 'acefg', 'acefh']);
});

test('S07 takes linear time where a backtracking engine would not', async () => {
  const startedAt = performance.now();
  for (const pattern of [
    '*a*a*a*a*a*a*a*a*b',
    `${'**/a/'.repeat(10)}b`,
    '{*a,*aa,*aaa}{*a,*aa,*aaa}{*a,*aa,*aaa}b',
  ]) {
    expect(await matches(pattern, 'a'.repeat(250))).toBe(false);
    expect(await matches(pattern, 'a/'.repeat(200))).toBe(false);
  }
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

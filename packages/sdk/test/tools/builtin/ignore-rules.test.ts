import { expect, test } from 'vitest';
import { compileIgnoreRules } from '../../../src/tools/builtin/ignore-rules.js';

/** A trailing slash says that the path is a directory's. */
const judge = async (rules: string, path: string) =>
  (await compileIgnoreRules(rules))?.judge(path.replace(/\/$/, ''), path.endsWith('/'));

test.each([
  ['node_modules', 'node_modules/', true],
  ['node_modules', 'a/node_modules/', true],
  ['node_modules', 'node_modules_x', undefined],
  ['build/', 'build/', true],
  ['build/', 'build', undefined],
  ['/build', 'build', true],
  ['/build', 'a/build', undefined],
  ['a/b', 'a/b', true],
  ['a/b', 'x/a/b', undefined],
  ['*.log', 'x/y.log', true],
  ['*.log\n!keep.log', 'keep.log', false],
  ['!keep.log\n*.log', 'keep.log', true],
  ['**/logs', 'a/b/logs', true],
  ['logs/**', 'logs/x', true],
  ['logs/**', 'logs/', undefined],
  ['a/**/b', 'a/b', true],
  ['a/**/b', 'a/x/y/b', true],
  ['a/*', 'a/x', true],
  ['a/*', 'a/x/y', undefined],
  ['foo?', 'foox', true],
  ['foo?', 'foo/', undefined],
  ['[a-c].txt', 'b.txt', true],
  ['[!a-c].txt', 'b.txt', undefined],
  ['a[', 'a[', undefined],
  ['# comment', '# comment', undefined],
  ['\\#x', '#x', true],
  ['\\!x', '!x', true],
  ['x   ', 'x', true],
  ['x\\ ', 'x ', true],
  ['x\r\ny', 'x', true],
  ['\uFEFFx', 'x', true],
  ['x\\', 'x\\', undefined],
  ['{a,b}', 'a', undefined],
  ['{a,b}', '{a,b}', true],
  ['A', 'a', undefined],
  ['.*', '.env', true],
])('%j on %j: %s', async (rules, path, expected) => {
  expect(await judge(rules, path)).toBe(expected);
});

test('text without rules is nothing', async () => {
  expect(await compileIgnoreRules('\n# only this\n   \n/\n')).toBeUndefined();
});

test('S07 hostile rules take linear time', async () => {
  const startedAt = performance.now();
  const rules = ['**/a/**/a/**/a/**/a/**/a/**/b', '*a*a*a*a*a*a*b', `${'[a]*'.repeat(20)}b`].join('\n');
  expect(await judge(rules, `${'a/'.repeat(200)}c`)).toBeUndefined();
  expect(await judge(rules, `${'a'.repeat(250)}bc`)).toBeUndefined();
  expect(performance.now() - startedAt).toBeLessThan(5000);
});

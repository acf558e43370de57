import { describe, expect, it } from 'vitest';
import { pathError, reasonOf, toPathError } from '../../../src/adapters/sandbox/to-path-error.js';
import { OptionError } from '../../../src/errors/option-error.js';
import { PathError } from '../../../src/errors/path-error.js';
import { SandboxError } from '../../../src/errors/sandbox-error.js';

describe('an error of a foreign file system', () => {
  it.each<[unknown, string]>([
    [Object.assign(new Error('x'), { code: 'ENOENT' }), 'not-found'],
    [Object.assign(new Error('x'), { code: 'EACCES' }), 'denied'],
    [new Error("ENOTEMPTY: directory not empty, rm '/x'"), 'not-empty'],
    [new Error('cat: /x: No such file or directory'), 'not-found'],
    [new Error('File not found'), 'not-found'],
    [new Error('/x is a directory'), 'is-a-directory'],
    [new Error('Read-only file system'), 'denied'],
    [new Error('disk quota exceeded'), 'no-space'],
    ['too many levels of symbolic links', 'loop'],
    [{ message: 'Permission denied' }, 'denied'],
  ])('%s is understood as %s', (error, reason) => {
    expect(reasonOf(error)).toBe(reason);
    expect(toPathError(error, 'a/b', 'read')).toMatchObject({
      code: 'path_failed',
      path: 'a/b',
      reason,
      cause: error,
    });
  });

  it('that says nothing about the path is a failure of the sandbox', () => {
    for (const error of [
      new Error('socket hang up'),
      Object.assign(new Error('no'), { code: 'ECONNRESET' }),
      undefined,
    ]) {
      expect(reasonOf(error)).toBeUndefined();
      expect(toPathError(error, 'a', 'read')).toBeInstanceOf(SandboxError);
    }
  });

  it('names the path as the caller gave it; other errors of ours pass', () => {
    const inner = pathError('/absolute/a', 'not-found', 'read');
    const outer = toPathError(inner, 'a', 'read');

    expect(outer).toBeInstanceOf(PathError);
    expect(outer.message).toBe('Cannot read "a": there is no such file or directory.');
    expect(toPathError(outer, 'a', 'read')).toBe(outer);
    const option = new OptionError('no');
    expect(toPathError(option, 'a', 'read')).toBe(option);
  });
});

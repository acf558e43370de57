import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentOf } from '../../../src/adapters/sandbox/memory-node.js';
import { MemoryTree } from '../../../src/adapters/sandbox/memory-tree.js';

const LIMITS = { maxBytes: 1e6, maxEntries: 1e4 };

interface Step {
  action:
    | 'write'
    | 'append'
    | 'mkdir'
    | 'mkdirs'
    | 'rm'
    | 'rmAll'
    | 'move'
    | 'link'
    | 'hard'
    | 'read'
    | 'real';
  at: string;
  to: string;
}

const somePath = fc
  .array(fc.constantFrom('a', 'b', 'c'), { minLength: 1, maxLength: 3 })
  .map((names) => `/${names.join('/')}`);
const steps = fc.array(
  fc.record<Step>({
    action: fc.constantFrom(
      'write',
      'append',
      'mkdir',
      'mkdirs',
      'rm',
      'rmAll',
      'move',
      'link',
      'hard',
      'read',
      'real',
    ),
    at: somePath,
    to: somePath,
  }),
  { maxLength: 30 },
);

describe('a tree of files in memory', () => {
  it('does what the file system of the host does, step by step', () => {
    fc.assert(
      fc.property(steps, (all) => {
        const root = fs.mkdtempSync(path.join(os.tmpdir(), 'tree-'));
        try {
          const tree = new MemoryTree(LIMITS);
          for (const step of all) {
            expect([step, outcome(() => onTree(tree, step))]).toEqual([
              step,
              outcome(() => onHost(root, step)),
            ]);
          }
        } finally {
          fs.rmSync(root, { recursive: true, force: true });
        }
      }),
      { numRuns: 200 },
    );
  });

  it('counts bytes once for all names of a file, and gives them back with the last', () => {
    const tree = new MemoryTree({ maxBytes: 10, maxEntries: 10 });
    tree.write('/a', new Uint8Array(8));
    tree.makeHardLink('/a', '/b');
    tree.remove('/a');

    expect(() => tree.write('/c', new Uint8Array(3))).toThrow('ENOSPC');
    tree.remove('/b');
    tree.write('/c', new Uint8Array(10));
  });

  it('an append never changes what was read before', () => {
    const tree = new MemoryTree(LIMITS);
    tree.write('/a', Uint8Array.of(1, 2));
    const before = contentOf(tree.file('/a', 'open'));
    tree.copy('/a', '/b');
    tree.append('/a', Uint8Array.of(3));
    tree.append('/a', Uint8Array.of(4));
    tree.append('/b', Uint8Array.of(5));

    expect([...before]).toEqual([1, 2]);
    expect([...contentOf(tree.file('/a', 'open'))]).toEqual([1, 2, 3, 4]);
    expect([...contentOf(tree.file('/b', 'open'))]).toEqual([1, 2, 5]);
  });

  it('makes no directory through links that lead nowhere or in a circle, and no copy of a directory into itself', () => {
    const tree = new MemoryTree(LIMITS);
    tree.makeLink('/b', '/a');
    tree.makeLink('/a', '/b');
    expect(() => tree.makeDirectory('/a/x', { recursive: true })).toThrow('ELOOP');
    tree.makeLink('/no/where', '/dangling');
    expect(() => tree.makeDirectory('/dangling/x', { recursive: true })).toThrow('ENOENT');
    tree.makeDirectory('/no/where', { recursive: true });
    tree.makeDirectory('/dangling/x', { recursive: true });
    expect(tree.realPath('/dangling/x')).toBe('/no/where/x');
    tree.makeLink('/no', '/alias');
    expect(() => tree.copy('/no', '/alias/where/copy', { recursive: true })).toThrow('EINVAL');
  });

  it('removes a tree of any depth', () => {
    const tree = new MemoryTree({ maxBytes: 10, maxEntries: 1e6 });
    tree.makeDirectory(`/d${'/d'.repeat(2000)}`, { recursive: true });
    for (let i = 0; i < 10; i++) {
      tree.makeDirectory(`/n${'/d'.repeat(2000)}`, { recursive: true });
      tree.move('/d', `/n${'/d'.repeat(2000)}/d`);
      tree.move('/n', '/d');
    }
    tree.remove('/d', { recursive: true });

    expect([...tree.root.entries.keys()]).toEqual([]);
  });
});

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

const CONTENT = Buffer.from('text');

function onTree(tree: MemoryTree, { action, at, to }: Step): unknown {
  switch (action) {
    case 'write':
      return tree.write(at, CONTENT);
    case 'append':
      return tree.append(at, CONTENT);
    case 'mkdir':
      return tree.makeDirectory(at);
    case 'mkdirs':
      return tree.makeDirectory(at, { recursive: true });
    case 'rm':
      return tree.remove(at);
    case 'rmAll':
      return tree.remove(at, { recursive: true, force: true });
    case 'move':
      return tree.move(at, to);
    case 'link':
      return tree.makeLink(relative(to, at), at);
    case 'hard':
      return tree.makeHardLink(at, to);
    case 'read':
      return Buffer.from(contentOf(tree.file(at, 'open'))).toString();
    case 'real':
      return tree.realPath(at);
  }
}

function onHost(root: string, { action, at, to }: Step): unknown {
  const [here, there] = [root + at, root + to];
  switch (action) {
    case 'write':
      return fs.writeFileSync(here, CONTENT);
    case 'append':
      return fs.appendFileSync(here, CONTENT);
    case 'mkdir':
      return fs.mkdirSync(here);
    case 'mkdirs':
      fs.mkdirSync(here, { recursive: true });
      return undefined;
    case 'rm':
      return isDirectory(here) ? fs.rmdirSync(here) : fs.unlinkSync(here);
    case 'rmAll':
      // As `rm -rf`, not as Node, where the path leads through a file.
      return ignoring('ENOTDIR', () => fs.rmSync(here, { recursive: true, force: true }));
    case 'move':
      return fs.renameSync(here, there);
    case 'link':
      return fs.symlinkSync(relative(to, at), here);
    case 'hard':
      return fs.linkSync(here, there);
    case 'read':
      return fs.readFileSync(here, 'utf8');
    case 'real':
      return fs.realpathSync(here).slice(fs.realpathSync(root).length);
  }
}

function ignoring(code: string, run: () => void): void {
  try {
    run();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== code) throw error;
  }
}

function isDirectory(at: string): boolean {
  return fs.lstatSync(at).isDirectory();
}

function relative(target: string, from: string): string {
  return path.posix.relative(path.posix.dirname(from), target) || '.';
}

import { describe, expect, it } from 'vitest';
import { createVirtualSandbox, type VirtualOptions, virtual } from '../../../src/adapters/sandbox/virtual.js';
import { OptionError } from '../../../src/errors/option-error.js';

describe('the files of a virtual sandbox', () => {
  it('start with those that were given, relative to /home/user', async () => {
    const files = { 'a.txt': 'text', '/etc/motd': 'hello', 'd/b.bin': Uint8Array.of(0, 255) };
    const sandbox = createVirtualSandbox({ files });

    expect(sandbox.cwd).toBe('/home/user');
    expect((await sandbox.exec('cat a.txt /etc/motd; wc -c < d/b.bin')).stdout).toBe('texthello2\n');
  });

  it('are apart from those of other sandboxes of the same provider, and from the given bytes', async () => {
    const bytes = Uint8Array.of(1);
    const provider = virtual({ files: { f: bytes } });
    const [one, two] = [await provider.open({ id: '1' }), await provider.open({ id: '2', cwd: 'work' })];
    bytes[0] = 9;
    await one.exec('printf x >> f');

    expect([...(await one.readFileBuffer('f'))]).toEqual([1, 0x78]);
    expect([...(await two.readFileBuffer('../f'))]).toEqual([1]);
    expect(two.cwd).toBe('/home/user/work');
    expect((await two.exec('pwd')).stdout).toBe('/home/user/work\n');
  });

  it('do not include the host, nor do its variables (S08)', async () => {
    const { stdout } = await createVirtualSandbox().exec(
      `env; cat ${import.meta.filename} ${process.execPath} /etc/passwd /proc/self/environ; ls /`,
    );

    for (const [name, value] of Object.entries(process.env)) {
      if (name.length > 4 && value && value.length > 12) expect(stdout).not.toContain(`${name}=${value}`);
    }
    expect(stdout).not.toContain('root:');
    expect(stdout).toMatch(/\nbin\ndev\nhome\nproc\ntmp\nusr\n$/);
  });

  it('a write that does not fit leaves the old content, and says what to do (F15)', async () => {
    const sandbox = createVirtualSandbox({ limits: { maxFileSystemBytes: 1000 } });
    await sandbox.writeFile('f', 'old');

    await expect(sandbox.writeFile('f', 'x'.repeat(1001))).rejects.toMatchObject({
      code: 'path_failed',
      reason: 'no-space',
      path: 'f',
    });
    expect(await sandbox.readFile('f')).toBe('old');
    await sandbox.writeFile('f', 'y'.repeat(1000));
    await sandbox.writeFile('f', 'z');
    await sandbox.writeFile('g', 'y'.repeat(999));
  });

  it('a command that fills them ends with its output so far, and the session goes on (F15)', async () => {
    const sandbox = createVirtualSandbox({ limits: { maxFileSystemBytes: 3000 } });
    await sandbox.writeFile('kept', 'old');
    const { stdout, stderr, exitCode } = await sandbox.exec(
      'for i in 1 2 3 4 5; do printf "%01000d" $i > f$i; echo "wrote $i"; done; echo after',
    );

    expect(stdout).toBe('wrote 1\nwrote 2\n');
    expect(stderr).toContain('no space left on device');
    expect(exitCode).toBe(1);
    expect((await sandbox.exec('cat kept; rm f1; echo fits > f3; cat f3')).stdout).toBe('oldfits\n');
  });

  it('have a limit to their number', async () => {
    const sandbox = createVirtualSandbox({ limits: { maxFiles: 3 } });
    for (const name of ['a', 'b', 'c']) await sandbox.writeFile(name, '');

    await expect(sandbox.writeFile('d', '')).rejects.toMatchObject({ reason: 'no-space' });
    await sandbox.rm('a');
    await sandbox.writeFile('d', '');
    expect((await sandbox.exec('echo still works')).stdout).toBe('still works\n');
  });

  it('are written through links, and /dev/null keeps nothing', async () => {
    const { stdout } = await createVirtualSandbox().exec(
      'echo t > target; ln -s target l; echo u > l; cat target; echo z > /dev/null; cat /dev/null; echo y | tee /dev/null; ' +
        'ln target hard; echo v >> hard; cat target; rm target; cat hard',
    );

    expect(stdout).toBe('u\ny\nu\nv\nu\nv\n');
  });

  it('a redirection to where nothing can be is an error of the command', async () => {
    const { stderr, exitCode } = await createVirtualSandbox({ files: { f: '' } }).exec('echo x > f/g');

    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^bash: ENOTDIR: not a directory/);
  });

  it('names and paths are no longer than on Linux', async () => {
    const sandbox = createVirtualSandbox();

    await expect(sandbox.writeFile('x'.repeat(256), '')).rejects.toMatchObject({ reason: 'invalid' });
    await expect(sandbox.writeFile('d/'.repeat(2100), '')).rejects.toMatchObject({ reason: 'invalid' });
    await sandbox.writeFile('世'.repeat(85), 'fits');
    expect(await sandbox.readdir('.')).toEqual(['世'.repeat(85)]);
  });

  it('a thousand sandboxes cost little until they are used', () => {
    createVirtualSandbox();
    const started = performance.now();
    const sandboxes = Array.from({ length: 1000 }, () => createVirtualSandbox());

    expect(performance.now() - started).toBeLessThan(2000);
    expect(sandboxes).toHaveLength(1000);
  });
});

describe('the options of virtual()', () => {
  it.each<[string, unknown]>([
    ['an unknown option', { file: {} }],
    ['content that is neither text nor bytes', { files: { a: 1 } }],
    ['an unknown limit', { limits: { maxComands: 1 } }],
    ['a limit that is no count', { limits: { maxCommands: 0 } }],
    ['a time that is none', { limits: { timeout: Number.POSITIVE_INFINITY } }],
  ])('refuse %s', (_what, options) => {
    expect(() => virtual(options as VirtualOptions)).toThrow(OptionError);
  });

  it('refuse files that cannot be together, or do not fit', () => {
    expect(() => createVirtualSandbox({ files: { a: '', 'a/b': '' } })).toThrow(/cannot be laid out/);
    expect(() => createVirtualSandbox({ files: { a: 'xx' }, limits: { maxFileSystemBytes: 1 } })).toThrow(
      OptionError,
    );
  });

  it('say what the sandbox can do', () => {
    expect(createVirtualSandbox().capabilities).toEqual({ snapshot: false, isolated: true, network: false });
    expect(virtual().name).toBe('virtual');
  });
});

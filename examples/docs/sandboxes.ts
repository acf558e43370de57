import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { init, PathError } from '@flue/sdk';
import { local, virtual } from '@flue/sdk/node';
import { scriptedModel } from '@flue/sdk/testing';
import { Bash } from 'just-bash';

const model = scriptedModel([]);

// In memory: no host files, no environment, no network.
await using memory = await init({ model, sandbox: virtual({ files: { 'data/a.txt': 'one\n' } }) });
await memory.fs.writeFile('data/b.txt', 'two\n');
const listing = (await memory.shell('cat data/*.txt')).stdout;

// The host: file tools stay below the working directory, commands have the user's full power.
const folder = await mkdtemp(join(tmpdir(), 'flue-docs-'));
await using host = await init({ model, sandbox: local({ env: { STAGE: 'test' } }), cwd: folder });
await host.fs.writeFile('hello.txt', 'hello');
const stage = (await host.shell('printf %s "$STAGE"')).stdout;
const outside = await host.fs
  .readFile('/etc/passwd')
  .catch((error: unknown) => error instanceof PathError && error.reason);
await rm(folder, { recursive: true });

// A Bash of your own, as it is.
await using own = await init({ model, sandbox: () => new Bash({ files: { '/srv/x': '42' } }) });
const x = (await own.shell('cat /srv/x')).stdout;

export const result = { listing, stage, outside, x };

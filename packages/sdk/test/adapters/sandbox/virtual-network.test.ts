import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createVirtualSandbox, type VirtualNetwork, virtual } from '../../../src/adapters/sandbox/virtual.js';
import { OptionError } from '../../../src/errors/option-error.js';

let server: Server;
let origin: string;
const requests: {
  method: string | undefined;
  url: string | undefined;
  headers: NodeJS.Dict<string | string[]>;
}[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    requests.push({ method: request.method, url: request.url, headers: request.headers });
    if (request.url === '/moved') response.writeHead(302, { location: '/secret' });
    if (request.url === '/slow') return;
    response.end(`you asked for ${request.url}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function curl(network: VirtualNetwork | undefined, args: string) {
  requests.length = 0;
  return createVirtualSandbox({ network }).exec(`curl -sS ${args}`);
}

describe('the network of a virtual sandbox', () => {
  it('does not exist unless it is allowed', async () => {
    const { exitCode, stderr } = await curl(undefined, origin);

    expect(exitCode).toBe(127);
    expect(stderr).toContain('curl: command not found');
    expect(createVirtualSandbox().capabilities.network).toBe(false);
    expect(createVirtualSandbox({ network: { allow: [] } }).capabilities.network).toBe(false);
    expect(requests).toEqual([]);
  });

  it('reaches what is under an allowed URL, and nothing else', async () => {
    const network = { allow: [`${origin}/open/`] };

    expect((await curl(network, `${origin}/open/page`)).stdout).toBe('you asked for /open/page');
    for (const url of [
      `${origin}/secret`,
      `${origin}/opened`,
      `${origin}/open/../secret`,
      'http://127.0.0.1:9/open/',
    ]) {
      const { exitCode, stdout } = await curl(network, url);
      expect({ url, exitCode, stdout }).toEqual({ url, exitCode: 7, stdout: '' });
      expect(requests).toEqual([]);
    }
    expect(createVirtualSandbox({ network }).capabilities.network).toBe(true);
  });

  it('does not follow a redirect to what is not allowed (S13)', async () => {
    const { exitCode, stdout } = await curl({ allow: [`${origin}/moved`] }, `-L ${origin}/moved`);

    expect(exitCode).not.toBe(0);
    expect(stdout).toBe('');
    expect(requests.map(({ url }) => url)).toEqual(['/moved']);
  });

  it('sends only GET and HEAD unless more methods are named', async () => {
    expect((await curl({ allow: [origin] }, `-X POST -d x ${origin}/`)).exitCode).toBe(3);
    expect(requests).toEqual([]);
    expect((await curl({ allow: [origin], methods: ['POST'] }, `-d x ${origin}/`)).exitCode).toBe(0);
    expect(requests[0]?.method).toBe('POST');
  });

  it('adds headers that the sandbox never sees, those of the URL over those of the network', async () => {
    const network: VirtualNetwork = {
      allow: [{ url: origin, headers: { authorization: 'Bearer url' } }],
      headers: { authorization: 'Bearer all', 'x-team': 'blue' },
    };
    const { stdout } = await createVirtualSandbox({ network }).exec(`curl -s ${origin}/; env; set`);

    expect(requests.at(-1)?.headers).toMatchObject({ authorization: 'Bearer url', 'x-team': 'blue' });
    expect(stdout).not.toContain('Bearer');
  });

  it('refuses a private address behind any name that does not say so itself (S13)', async () => {
    const port = new URL(origin).port;
    const named = { allow: [{ url: `http://localhost:${port}`, private: false }] };

    expect((await curl(named, `http://localhost:${port}/`)).exitCode).toBe(7);
    expect(requests).toEqual([]);
  });

  it('allows public and private hosts side by side, each with its own guard', async () => {
    const network = { allow: ['https://example.com', origin, { url: 'http://127.0.0.1:1', private: false }] };

    expect((await curl(network, `${origin}/x`)).stdout).toBe('you asked for /x');
    expect((await curl(network, 'http://127.0.0.1:1/')).exitCode).toBe(7);
    expect((await curl(network, 'http://169.254.169.254/latest')).exitCode).toBe(7);
  });

  it('a timeout or an abort ends a request that hangs, and keeps the output before it', async () => {
    const sandbox = createVirtualSandbox({ network: { allow: [origin] } });
    const command = `echo before; curl -s ${origin}/slow; echo after`;

    const { stdout, exitCode } = await sandbox.exec(command, { timeout: 0.3 });
    expect({ stdout, exitCode }).toEqual({ stdout: 'before\n', exitCode: 124 });
    await expect(sandbox.exec(command, { signal: AbortSignal.timeout(100) })).rejects.toThrow('aborted');
  });

  it.each<[string, unknown]>([
    ['no list', {}],
    ['something that is no URL', { allow: ['example.com'] }],
    ['another protocol', { allow: ['file:///etc/passwd'] }],
    ['a query', { allow: ['https://example.com/?x'] }],
    ['credentials in the URL', { allow: ['https://user:pass@example.com'] }],
    ['an entry that is no URL', { allow: [null] }],
    ['an unknown method', { allow: [], methods: ['BREW'] }],
    ['a header that breaks the line', { allow: [], headers: { a: 'x\r\ny: z' } }],
    ['a timeout of nothing', { allow: [], timeout: 0 }],
    ['an unknown option', { allow: [], proxy: 'x' }],
  ])('refuses %s', (_what, network) => {
    expect(() => virtual({ network: network as VirtualNetwork })).toThrow(OptionError);
  });
});

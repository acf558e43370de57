// Prompts models through a server on loopback that refuses every request, and prints what came of it.
// Usage: node check-providers.mjs '[{ "api", "provider", "id", "apiKey" }, ...]'
// HTTP_PROXY=self makes that server the proxy on the way to a host that does not exist.
import { createServer } from 'node:http';
import { configureProvider, init } from '@flue/sdk';

const REFUSAL = JSON.stringify({
  error: { code: 400, message: 'refused by the check' },
  message: 'refused by the check',
});

let requests = 0;
const server = createServer((_request, response) => {
  requests++;
  response.writeHead(400, { 'content-type': 'application/json' }).end(REFUSAL);
}).listen(0, '127.0.0.1');
await new Promise((listening) => server.once('listening', listening));
const own = `http://127.0.0.1:${server.address().port}`;
const proxied = process.env.HTTP_PROXY === 'self';
if (proxied) process.env.HTTP_PROXY = own;

const results = [];
for (const { api, provider, id, apiKey } of JSON.parse(process.argv[2])) {
  requests = 0;
  configureProvider(provider, { baseUrl: proxied ? 'http://nowhere.invalid' : own, apiKey });
  const harness = await init({ model: `${provider}/${id}` });
  const session = await harness.session();
  const failure = await session.prompt('Hello.').then(
    () => undefined,
    (error) => ({ code: error.code, message: error.message }),
  );
  await harness.close();
  results.push({ api, requests, ...failure });
}
server.closeAllConnections();
server.close();
process.stdout.write(JSON.stringify(results));

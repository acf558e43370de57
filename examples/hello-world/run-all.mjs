// Runs every agent of this folder with `flue run`, each with its script of model replies, so that no key and no
// network is needed. With a provider key, `npm run hello -- --model anthropic/claude-sonnet-4-6` runs them for real.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const cli = createRequire(import.meta.url).resolve('@flue/cli/package.json');
const flue = join(dirname(cli), 'bin', 'flue.js');
const chosen = process.argv.indexOf('--model');
const model = chosen === -1 ? undefined : process.argv[chosen + 1];
const agents = readdirSync(join(root, '.flue', 'agents')).map((file) => file.replace(/\.ts$/, ''));

let failed = 0;
for (const agent of agents.sort()) {
  const args = ['run', agent, '--model', model ?? `scripted:scripts/${agent}.json`];
  const { status, stdout, stderr } = spawnSync(process.execPath, [flue, ...args], {
    cwd: root,
    encoding: 'utf8',
  });
  if (status === 0) process.stdout.write(`✓ ${agent}: ${stdout.trim()}\n`);
  else process.stderr.write(`✗ ${agent} (exit ${status})\n${stderr.trim()}\n`);
  if (status !== 0) failed += 1;
}
process.stdout.write(`${agents.length - failed} passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

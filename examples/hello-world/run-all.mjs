// Runs every agent of this folder with `flue run`, each with its script of model replies, so that no key and no
// network is needed. With a provider key, `npm run hello -- --model anthropic/claude-sonnet-4-6` runs them for real.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(fileURLToPath(import.meta.url));
const cli = createRequire(import.meta.url).resolve('@flue/cli/package.json');
const flue = join(dirname(cli), 'bin', 'flue.js');
const flag = process.argv.indexOf('--model');
const model = flag === -1 ? undefined : process.argv[flag + 1];
const agents = readdirSync(join(root, '.flue', 'agents')).map((file) => file.replace(/\.ts$/, ''));

let failed = 0;
for (const agent of agents.sort()) {
  // An agent without a script brings its own model.
  const script = join('scripts', `${agent}.json`);
  const chosen = model ?? (existsSync(join(root, script)) ? `scripted:${script}` : undefined);
  const args = ['run', agent, ...(chosen ? ['--model', chosen] : [])];
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

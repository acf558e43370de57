// Prints `N passed, N failed` over the JSON results of vitest in a folder. A step that failed without a failed
// test counts as one failure. Usage: node summary.mjs <folder> <exit code of the run>
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, code] = process.argv.slice(2);
const runs = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
const sum = (field) => runs.reduce((total, run) => total + run[field], 0);
const failed = sum('numFailedTests');
process.stdout.write(`${sum('numPassedTests')} passed, ${failed || Number(code !== '0')} failed\n`);

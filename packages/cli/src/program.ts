import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { COMMANDS } from './commands/index.js';

/** The whole command line. `finish` receives the exit code of the command that ran. */
export function createProgram(finish: (exitCode: number) => void): Command {
  const program = new Command('flue')
    .description('Run agents written with @flue/sdk.')
    .version(version(), '-v, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('Run "flue --help" to see what there is.')
    .exitOverride();
  for (const add of COMMANDS) add(program, finish);
  return program;
}

function version(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}

import type { Command } from 'commander';
import type { RunFlags } from '../run/run-flags.js';

/** `flue run <agent>` */
export function addRunCommand(program: Command, finish: (exitCode: number) => void): void {
  program
    .command('run')
    .summary('run one agent and print its result as JSON')
    .description(
      'Run the agent .flue/agents/<agent>.ts and print its result as JSON on stdout.\n' +
        'Progress, and whatever the agent prints, goes to stderr.',
    )
    .argument('<agent>', "the agent's file name without its ending")
    .option('-p, --payload <json>', 'what the agent receives: JSON, @file, or - for stdin (default: {})')
    .option('--id <id>', "the agent's instance (default: a new one)")
    .option(
      '-m, --model <model>',
      'use this model for every call: provider/id, or scripted:<file.json> to play a script',
    )
    .option('--root <dir>', "the project's folder (default: the current one)")
    .option('--env <file>', 'also take environment variables from this file; those already set win')
    .option('--json-events', 'print each event as a line of JSON on stderr, instead of the progress')
    .helpOption('-h, --help', 'print this help')
    .showHelpAfterError('Run "flue run --help" to see what it takes.')
    .addHelpText('after', EXAMPLES)
    .action(async (agent: string, flags: RunFlags) => {
      const { runAgentCommand } = await import('../run/run-agent-command.js');
      finish(await runAgentCommand(agent, flags));
    });
}

const EXAMPLES = `
Examples:
  flue run hello
  flue run triage --payload '{"issue": 42}' --model anthropic/claude-sonnet-4-6
  flue run triage --payload @issue.json --env .env | jq .label
  gh issue view 42 --json title,body | flue run triage --payload -
  flue run hello --model scripted:replies.json     offline, from a script of model replies

Exit codes: 0 done, 1 failed, 2 wrong usage, 130 interrupted. FLUE_DEBUG=1 adds stack traces.`;

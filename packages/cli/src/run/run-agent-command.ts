import { EXIT } from '../exit-codes.js';
import { checkId } from '../input/check-id.js';
import { readModel } from '../input/read-model.js';
import { readPayload } from '../input/read-payload.js';
import { bundleAgent } from '../load/bundle-agent.js';
import { importAgent, importBundle } from '../load/import-agent.js';
import { claimOutput } from '../output/claim-output.js';
import { outputOf } from '../output/streams.js';
import { writeResult } from '../output/write-result.js';
import { openProgress, progressMode } from '../progress/progress.js';
import { findAgent } from '../project/find-agent.js';
import { findProject } from '../project/find-project.js';
import { readRoles } from '../project/read-roles.js';
import { createColors, wantsColors } from '../report/colors.js';
import type { RunFlags } from './run-flags.js';
import { Interrupted, watchProcess } from './watch-process.js';

/**
 * `flue run`: from what was typed to the agent's result on stdout. Returns the exit code.
 * @throws {UsageError} {AgentLoadError} what the run rejects with
 */
export async function runAgentCommand(name: string, flags: RunFlags): Promise<number> {
  const id = checkId(flags.id);
  const project = await findProject(flags.root);
  const file = await findAgent(project, name);
  if (flags.env !== undefined) {
    const { loadEnvFile } = await import('../input/load-env-file.js');
    loadEnvFile(flags.env, process.env);
  }
  const payload = await readPayload(flags.payload, process.stdin);
  const roles = readRoles(project);
  const [model, bundle, app, { runAgent }] = await Promise.all([
    readModel(flags.model),
    bundleAgent(file),
    project.appFile === undefined ? undefined : bundleAgent(project.appFile),
    import('@flue/sdk'),
  ]);
  process.chdir(project.root);

  const stdout = outputOf(process.stdout);
  const stderr = outputOf(process.stderr);
  const mode = progressMode(stderr, Boolean(flags.jsonEvents), process.env);
  const progress = await openProgress(mode, stderr, createColors(wantsColors(process.stderr, process.env)));
  claimOutput(stderr, progress.print);
  const watch = watchProcess(
    `The agent ${JSON.stringify(name)} never settled: its promise is pending and nothing is left that could resolve it.`,
  );

  try {
    if (app) await watch.during(importBundle(app));
    const handler = await watch.during(importAgent(bundle));
    const run = runAgent(handler, {
      name,
      id,
      payload,
      env: process.env,
      model,
      roles,
      onEvent: progress.event,
    });
    const { result } = await watch.during(run, run.abort);
    progress.end();
    await writeResult(result, stdout);
    return EXIT.done;
  } catch (error) {
    progress.end();
    if (error instanceof Interrupted) return error.exitCode;
    throw error;
  }
}

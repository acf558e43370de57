import type { FlueEvent } from '@flue/sdk';
import type { PrintListener } from '../output/claim-output.js';
import type { Output } from '../output/streams.js';
import type { Colors } from '../report/colors.js';

/** Shows on stderr what a run does. */
export interface Progress {
  event(event: FlueEvent): void;
  /** Lets through what the agent prints itself. */
  readonly print: PrintListener;
  /** Leaves the terminal as it was; later prints go through as they are. */
  end(): void;
}

export type ProgressMode = 'live' | 'plain' | 'json';

/** Live on a terminal that can move its cursor. */
export function progressMode(
  stderr: Output,
  jsonEvents: boolean,
  env: Record<string, string | undefined>,
): ProgressMode {
  if (jsonEvents) return 'json';
  return stderr.isTTY && env.TERM !== 'dumb' ? 'live' : 'plain';
}

/** The view for a mode; only that one is loaded. */
export async function openProgress(mode: ProgressMode, stderr: Output, colors: Colors): Promise<Progress> {
  switch (mode) {
    case 'live':
      return (await import('./live-progress.js')).createLiveProgress(stderr, colors);
    case 'plain':
      return (await import('./plain-progress.js')).createPlainProgress(stderr, colors);
    case 'json':
      return (await import('./json-progress.js')).createJsonProgress(stderr);
  }
}

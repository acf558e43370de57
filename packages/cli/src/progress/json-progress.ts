import type { Output } from '../output/streams.js';
import { neutralJson } from '../report/neutral.js';
import { createLineWriter } from './line-writer.js';
import type { Progress } from './progress.js';

/** Each event as one line of JSON, for programs. What the agent prints stands between them as it is. */
export function createJsonProgress(stderr: Output): Progress {
  const { line, print, end } = createLineWriter(stderr);
  return {
    event: (event) => line(neutralJson(JSON.stringify(event))),
    print,
    end,
  };
}

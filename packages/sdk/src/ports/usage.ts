import type { Usage } from '../events/vocabulary.js';

/** Nothing used yet. */
export function noUsage(): Usage {
  return {
    input: 0,
    output: 0,
    cacheRead: 0,
    cacheWrite: 0,
    totalTokens: 0,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 },
  };
}

/** Add `more` to `total`, in place. */
export function addUsage(total: Usage, more: Usage): void {
  total.input += more.input;
  total.output += more.output;
  total.cacheRead += more.cacheRead;
  total.cacheWrite += more.cacheWrite;
  total.totalTokens += more.totalTokens;
  total.cost.input += more.cost.input;
  total.cost.output += more.cost.output;
  total.cost.cacheRead += more.cost.cacheRead;
  total.cost.cacheWrite += more.cost.cacheWrite;
  total.cost.total += more.cost.total;
}

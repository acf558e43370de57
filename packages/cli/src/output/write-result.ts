import { neutralJson } from '../report/neutral.js';
import type { Output } from './streams.js';

/**
 * Write a run's result as JSON and a newline: indented for a terminal, on one line otherwise. Resolves when all of
 * it is written, or when whoever reads it has gone away.
 */
export function writeResult(result: unknown, output: Output): Promise<void> {
  const json = neutralJson(JSON.stringify(result, null, output.isTTY ? 2 : undefined));
  return new Promise((resolve, reject) => {
    output.write(`${json}\n`, (error) => {
      if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error);
      else resolve();
    });
  });
}

import { FlueError } from './flue-error.js';

/** The model still asked for tools after `maxTurns` turns of one call. What it did so far is in the history. */
export class TurnLimitError extends FlueError {
  readonly code = 'turn_limit';

  constructor(readonly maxTurns: number) {
    super(`The model did not finish within ${maxTurns} turns.`, {
      hint: 'Raise maxTurns at init(), or make the task smaller. The session stays usable.',
    });
  }
}

import type { UserMessage } from '../ports/message.js';

/** Messages that a script adds to a call while it runs. */
export interface Steering {
  /** Begin to take messages. */
  open(): void;
  /** Stop; what was not taken is gone with the call that failed. */
  close(): void;
  /** @returns false when no call takes messages */
  add(message: UserMessage): boolean;
  /** The messages that wait. `last`: if there are none, no more are taken. */
  take(last: boolean): UserMessage[];
}

export function createSteering(): Steering {
  let waiting: UserMessage[] = [];
  let taking = false;
  return {
    open() {
      taking = true;
    },
    close() {
      taking = false;
      waiting = [];
    },
    add(message) {
      if (taking) waiting.push(message);
      return taking;
    },
    take(last) {
      const taken = waiting;
      waiting = [];
      if (last && taken.length === 0) taking = false;
      return taken;
    },
  };
}

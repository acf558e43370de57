import { endFamily, hasGroup, killLeaders, type Leader } from './local-process-family.js';

/** The processes of one sandbox that may still run: commands, and what they left in the background. */
export interface ProcessGroups {
  add(leader: Leader): void;
  /** The command is over. Its group is remembered as long as something lives in it. */
  settle(leader: Leader): void;
  /** End everything that any command of the sandbox has left. */
  endAll(): Promise<void>;
}

/** `mark`: a text in the environment of every process of the sandbox. */
export function createProcessGroups(mark: string): ProcessGroups {
  const leaders = new Set<Leader>();
  let used = false;
  return {
    add(leader) {
      used = true;
      for (const earlier of leaders) forgetIfGone(earlier);
      leaders.add(leader);
      killOnExit(leader);
    },
    settle: forgetIfGone,
    async endAll() {
      if (used) await endFamily({ leaders: [...leaders], mark });
      for (const leader of leaders) forget(leader);
    },
  };

  function forgetIfGone(leader: Leader): void {
    if (leader.ended && !hasGroup(leader)) forget(leader);
  }

  function forget(leader: Leader): void {
    leaders.delete(leader);
    doNotKillOnExit(leader);
  }
}

/** Of all sandboxes, so that they share one listener. A process that exits must not leave its commands behind. */
const atExit = new Set<Leader>();

function killOnExit(leader: Leader): void {
  if (atExit.size === 0) process.on('exit', killAll);
  atExit.add(leader);
}

function doNotKillOnExit(leader: Leader): void {
  if (atExit.delete(leader) && atExit.size === 0) process.off('exit', killAll);
}

function killAll(): void {
  killLeaders(atExit);
}

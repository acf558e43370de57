import { setTimeout as sleep } from 'node:timers/promises';
import { environmentOf, type HostProcess, listProcesses } from './local-process-list.js';

/** Milliseconds between TERM and KILL: an abort has to settle within a second. */
const GRACE = 500;

/** Milliseconds to wait for what was killed to be gone. */
const KILL_WAIT = 350;

/** The first process of a command. It leads a process group and a session of its own. */
export interface Leader {
  readonly pid: number;
  /** From then on its number may be somebody else's. */
  ended: boolean;
}

/** Everything that came of a command, or of all commands of a sandbox. */
export interface ProcessFamily {
  readonly leaders: readonly Leader[];
  /** A text that is in the environment of these processes and of no others. */
  readonly mark: string;
}

/**
 * End a family: TERM to each member, KILL to those that are alive half a second later. Settles when none is left,
 * within a second in any case.
 *
 * Members are found by group, session, descent and mark. On Linux only a process that has left all four
 * escapes; on macOS, which shows neither session nor mark, one that left the group after its parent ended.
 */
export async function endFamily(family: ProcessFamily): Promise<void> {
  const search = createSearch(family);
  try {
    if (await signalUntilGone(family, search, 'SIGTERM', GRACE)) return;
    await signalUntilGone(family, search, 'SIGKILL', KILL_WAIT);
  } catch {
    // The host does not list its processes: what is left to do is to kill the groups.
    killLeaders(family.leaders);
  }
}

/** Kill what can be killed without waiting, for a process that is about to exit. */
export function killLeaders(leaders: Iterable<Leader>): void {
  for (const leader of leaders) signalGroup(leader, 'SIGKILL');
}

/** False once nothing is left of the group of a leader that ended. */
export function hasGroup({ pid }: Leader): boolean {
  return send(-pid, 0);
}

async function signalUntilGone(
  family: ProcessFamily,
  search: () => Promise<HostProcess[]>,
  signal: NodeJS.Signals,
  limit: number,
): Promise<boolean> {
  const deadline = performance.now() + limit;
  const signalled = new Set<string>();
  for (let pause = 10; ; pause = Math.min(pause * 2, 80)) {
    const members = await search();
    if (members.length === 0) return true;
    const fresh = members.filter((member) => signal === 'SIGKILL' || !signalled.has(identity(member)));
    if (fresh.length > 0) for (const leader of family.leaders) signalGroup(leader, signal);
    for (const member of fresh) {
      signalled.add(identity(member));
      send(member.pid, signal);
    }
    if (performance.now() >= deadline) return false;
    await sleep(pause);
  }
}

/** Each call looks again; who was a member once stays one, also when its parent is gone. */
function createSearch({ leaders, mark }: ProcessFamily): () => Promise<HostProcess[]> {
  const members = new Set<string>();
  const strangers = new Set<string>();

  return async () => {
    const ended = new Set(leaders.filter((leader) => leader.ended).map(({ pid }) => pid));
    const all = (await listProcesses()).filter(({ pid }) => pid !== process.pid);
    const taken = new Set(all.map(({ pid }) => pid).filter((pid) => ended.has(pid)));
    const numbers = new Set(leaders.map(({ pid }) => pid).filter((pid) => !taken.has(pid)));
    await Promise.all(all.map((candidate) => admit(candidate, numbers)));
    addDescendants(all, members);
    return all.filter((candidate) => members.has(identity(candidate)));
  };

  async function admit(candidate: HostProcess, numbers: ReadonlySet<number>): Promise<void> {
    const id = identity(candidate);
    if (members.has(id) || strangers.has(id)) return;
    if (belongs(candidate, numbers)) members.add(id);
    else {
      const environment = await environmentOf(candidate.pid);
      if (environment.includes(mark)) members.add(id);
      else if (environment !== '') strangers.add(id);
    }
  }
}

function belongs({ group, session }: HostProcess, numbers: ReadonlySet<number>): boolean {
  return numbers.has(group) || (session !== undefined && numbers.has(session));
}

function addDescendants(all: readonly HostProcess[], members: Set<string>): void {
  const pids = new Set(all.filter((one) => members.has(identity(one))).map(({ pid }) => pid));
  for (let before = -1; before !== pids.size; ) {
    before = pids.size;
    for (const one of all) {
      if (!pids.has(one.parent)) continue;
      pids.add(one.pid);
      members.add(identity(one));
    }
  }
}

function identity({ pid, started }: HostProcess): string {
  return `${pid} ${started}`;
}

/** A group outlives its leader; but if a process has the leader's number again, the group is not ours. */
function signalGroup({ pid, ended }: Leader, signal: NodeJS.Signals): void {
  if (!ended || !send(pid, 0)) send(-pid, signal);
}

/** False if there is no such process, or it is somebody else's. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

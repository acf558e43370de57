import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A process of the host that is not yet dead. */
export interface HostProcess {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Absent where the system does not tell. */
  readonly session?: number;
  /** Tells a process from a later one with the same pid. */
  readonly started: string;
}

/** Every process that is alive; the dead that wait for their parent are left out. */
export async function listProcesses(): Promise<HostProcess[]> {
  if (process.platform !== 'linux') return parsePs((await promisify(execFile)('ps', PS_ARGUMENTS)).stdout);
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(pids.map((pid) => readIfThere(`/proc/${pid}/stat`)));
  return stats.flatMap((text) => parseStat(text) ?? []);
}

/** The variables that a process was started with. Empty where the system does not tell, or not yet. */
export function environmentOf(pid: number): Promise<string> {
  return readIfThere(`/proc/${pid}/environ`);
}

/** One line of `/proc/<pid>/stat`. The name, in parentheses, may hold anything. */
export function parseStat(text: string): HostProcess | undefined {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, group, session] = fields;
  const started = fields[19];
  if (started === undefined || state === 'Z' || state === 'X') return undefined;
  return {
    pid: Number.parseInt(text, 10),
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started,
  };
}

const PS_ARGUMENTS = ['-axo', 'pid=,ppid=,pgid=,stat=,lstart='];

/** The output of `ps` with `PS_ARGUMENTS`. */
export function parsePs(text: string): HostProcess[] {
  return text.split('\n').flatMap((line) => {
    const [pid, parent, group, state, ...started] = line.trim().split(/\s+/);
    if (!pid || !state || state.startsWith('Z')) return [];
    return { pid: Number(pid), parent: Number(parent), group: Number(group), started: started.join(' ') };
  });
}

/** A process may end, or belong to somebody else, while it is looked at: then there is nothing to read. */
async function readIfThere(file: string): Promise<string> {
  return readFile(file, 'latin1').catch(() => '');
}

/** CPU time of processes and their descendants, from /proc. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

/** The same on every Linux that Node supports. */
const TICKS_PER_SECOND = 100;

export interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** CPU time of the process, including children that have ended and were reaped. */
  readonly seconds: number;
}

/** Parses a line of /proc/<pid>/stat. The program's name is in parentheses and may contain anything. */
export function parseStat(line: string): ProcessTimes {
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields
    .slice(11, 15)
    .map(Number);
  return {
    pid: Number.parseInt(line, 10),
    parent: Number(fields[1]),
    seconds: (user + system + childrenUser + childrenSystem) / TICKS_PER_SECOND,
  };
}

function allProcesses(): ProcessTimes[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        return [parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'))];
      } catch {
        // The process has ended meanwhile.
        return [];
      }
    });
}

/**
 * CPU time used so far by these processes and their descendants. A child that ends passes its time on to its parent,
 * so the sum never decreases.
 */
export function cpuSeconds(
  roots: readonly number[],
  processes: readonly ProcessTimes[] = allProcesses(),
): number {
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const byPid = new Map(processes.map((each) => [each.pid, each]));
  const countedPids = new Set<number>();
  const add = (pid: number): number => {
    if (countedPids.has(pid)) return 0;
    countedPids.add(pid);
    const below = (children.get(pid) ?? []).reduce((sum, child) => sum + add(child.pid), 0);
    return (byPid.get(pid)?.seconds ?? 0) + below;
  };
  return roots.reduce((sum, pid) => sum + add(pid), 0);
}

/** CPU time of the whole machine, without idle time. */
export function machineSeconds(stat = readFileSync('/proc/stat', 'latin1')): number {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] = stat
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupts + soft + stolen) / TICKS_PER_SECOND;
}

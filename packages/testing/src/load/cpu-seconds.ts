/** CPU time of processes with all that they started, by /proc. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';

/** Of every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

export interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  /** Its own, and those of children that have ended and were waited for. */
  readonly seconds: number;
}

/** A line of /proc/<pid>/stat. The program's name is in parentheses and may contain anything. */
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
        // Ended meanwhile.
        return [];
      }
    });
}

/**
 * Used so far by these processes, their children and so on. A child that ends moves its time to its parent, so that the sum
 * does not fall.
 */
export function cpuSeconds(
  roots: readonly number[],
  processes: readonly ProcessTimes[] = allProcesses(),
): number {
  const children = Map.groupBy(processes, ({ parent }) => parent);
  const byPid = new Map(processes.map((each) => [each.pid, each]));
  const counted = new Set<number>();
  const add = (pid: number): number => {
    if (counted.has(pid)) return 0;
    counted.add(pid);
    const below = (children.get(pid) ?? []).reduce((sum, child) => sum + add(child.pid), 0);
    return (byPid.get(pid)?.seconds ?? 0) + below;
  };
  return roots.reduce((sum, pid) => sum + add(pid), 0);
}

/** Of the whole machine: what was not idle. */
export function machineSeconds(stat = readFileSync('/proc/stat', 'latin1')): number {
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0, stolen = 0] = stat
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupts + soft + stolen) / TICKS_PER_SECOND;
}

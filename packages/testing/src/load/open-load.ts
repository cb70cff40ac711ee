/**
 * An open load model: calls start at their scheduled time whether or not earlier ones were answered, and their
 * duration counts from that time.
 */
import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../random.ts';

/** Start times in milliseconds, in order: independent arrivals at `perSecond` on average, with an exact total. */
export function arrivals(random: Random, perSecond: number, seconds: number): number[] {
  const count = Math.round(perSecond * seconds);
  return Array.from({ length: count }, () => random.between(0, seconds * 1000)).toSorted(
    (one, other) => one - other,
  );
}

export interface TimedAction {
  /** The group that the call is counted in. */
  readonly kind: string;
  /** 200, another status, or the reason why there was none. */
  readonly status: string;
  readonly milliseconds: number;
}

export interface Due {
  readonly at: number;
  readonly kind: string;
  /** Resolves to the status. */
  run(): Promise<string>;
}

/** Resolves when the last call is answered. `late` is the longest delay of a start that this process itself caused. */
export async function runOpen(
  planned: readonly Due[],
): Promise<{ actions: TimedAction[]; late: number }> {
  const actions: TimedAction[] = [];
  const running: Promise<void>[] = [];
  const began = performance.now();
  let late = 0;
  const start = async ({ at, kind, run }: Due): Promise<void> => {
    const status = await run().catch((error: unknown) => String(error));
    actions.push({ kind, status, milliseconds: performance.now() - began - at });
  };
  for (const due of planned.toSorted((one, other) => one.at - other.at)) {
    const ahead = due.at - (performance.now() - began);
    if (ahead > 0) await wait(ahead);
    late = Math.max(late, performance.now() - began - due.at);
    running.push(start(due));
  }
  await Promise.all(running);
  return { actions, late };
}

export interface Summary {
  readonly kind: string;
  readonly count: number;
  readonly perSecond: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Number of failed calls by status; empty if all were answered with 200. */
  readonly failed: Readonly<Record<string, number>>;
}

/** The smallest value that this share of the values does not exceed. */
const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.max(Math.ceil(share * sorted.length) - 1, 0)] ?? Number.NaN;

/** Durations and rate count only calls answered with 200. */
export function summarize(actions: readonly TimedAction[], seconds: number): Summary[] {
  return [...Map.groupBy(actions, ({ kind }) => kind)].map(([kind, calls]) => {
    const failed: Record<string, number> = {};
    const times: number[] = [];
    for (const { status, milliseconds } of calls) {
      if (status === '200') times.push(milliseconds);
      else failed[status] = (failed[status] ?? 0) + 1;
    }
    times.sort((one, other) => one - other);
    return {
      kind,
      count: calls.length,
      perSecond: times.length / seconds,
      p50: at(times, 0.5),
      p95: at(times, 0.95),
      p99: at(times, 0.99),
      failed,
    };
  });
}

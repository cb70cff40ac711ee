/**
 * Interleaved rounds: every variant is measured in every round, in a new order each time, so that a slow period of the
 * machine affects all of them equally. Nothing runs in parallel with a sample.
 */
import { randomInt } from 'node:crypto';
import type { Samples } from './statistics.ts';

/** Runs once and returns the time in microseconds; cleanup may follow after the clock stopped. */
export type Sample = () => Promise<number>;
export type Variants = Readonly<Record<string, Sample>>;

export interface Plan {
  readonly rounds: number;
  /** Number of consecutive samples of one variant. */
  readonly turn: number;
  /** Number of initial rounds that are discarded. */
  readonly warmUp: number;
}

export const now = (): bigint => process.hrtime.bigint();
const microsecondsSince = (start: bigint): number => Number(now() - start) / 1000;

export async function measureMicroseconds(work: () => Promise<unknown>): Promise<number> {
  const start = now();
  await work();
  return microsecondsSince(start);
}

function shuffled<T>(items: readonly T[]): T[] {
  const mixed = [...items];
  for (let index = mixed.length - 1; index > 0; index -= 1) {
    const other = randomInt(index + 1);
    [mixed[index], mixed[other]] = [mixed[other]!, mixed[index]!];
  }
  return mixed;
}

async function takeTurn(sample: Sample, length: number): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < length; index += 1) times.push(await sample());
  return times;
}

export async function runRounds(variants: Variants, plan: Plan): Promise<Samples> {
  const samples: Record<string, number[][]> = {};
  for (const name of Object.keys(variants)) samples[name] = [];
  for (let round = -plan.warmUp; round < plan.rounds; round += 1) {
    for (const [name, sample] of shuffled(Object.entries(variants))) {
      const times = await takeTurn(sample, plan.turn);
      if (round >= 0) samples[name]!.push(times);
    }
  }
  return samples;
}

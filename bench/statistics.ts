/** Medians, percentiles, and confidence intervals. */
import { Random } from '@cairn/testing/random';

export function median(values: readonly number[]): number {
  const sorted = Float64Array.from(values).toSorted();
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * The smallest value that `percent` of the values do not exceed; with fewer than a hundred values, p99 is the maximum.
 */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.max(Math.ceil((percent / 100) * sorted.length) - 1, 0)]!;
}

/**
 * Microseconds by variant and round. Rounds are kept together, because consecutive samples share the machine's noise.
 */
export type Samples = Readonly<Record<string, readonly (readonly number[])[]>>;

/** The sum of the medians of `over`, divided by the sum of those of `under`. */
export interface Ratio {
  readonly over: readonly string[];
  readonly under: readonly string[];
}

export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

const RESAMPLES = 2000;

/** 95 % percentile bootstrap over whole rounds, the same rounds for every variant. */
export function estimate(samples: Samples, { over, under }: Ratio): Estimate {
  const rounds = samples[over[0]!]!.length;
  // A fixed seed, so that the same samples always give the same interval.
  const random = new Random(1);
  const sumOf = (names: readonly string[], chosenRounds: readonly number[]): number =>
    names.reduce(
      (sum, name) => sum + median(chosenRounds.flatMap((each) => samples[name]![each]!)),
      0,
    );
  const ratioOf = (chosenRounds: readonly number[]): number =>
    sumOf(over, chosenRounds) / sumOf(under, chosenRounds);

  const drawn = Float64Array.from({ length: RESAMPLES }, () =>
    ratioOf(Array.from({ length: rounds }, () => random.below(rounds))),
  ).toSorted();
  return {
    value: ratioOf(Array.from({ length: rounds }, (_, index) => index)),
    low: drawn[Math.floor(RESAMPLES * 0.025)]!,
    high: drawn[Math.ceil(RESAMPLES * 0.975) - 1]!,
  };
}

export const p50 = (samples: Samples, name: string): number => median(samples[name]!.flat());

/** The experiment of a bar, and how it is judged. */
import type { World } from './world.ts';
import { runRounds, type Plan, type Variants } from './rounds.ts';
import { estimate, p50, type Estimate, type Ratio } from './statistics.ts';

export interface Experiment {
  readonly title: string;
  readonly plan: Plan;
  readonly variants: Variants;
  /** The ratio that the bar limits. */
  readonly figure: Ratio;
  /** The baseline divided by itself: if it is not 1, the machine was too noisy to measure. */
  readonly same: Ratio;
  /** Further ratios of the same rounds that show where the time goes. */
  readonly also?: Readonly<Record<string, Ratio>>;
  readonly notes?: Readonly<Record<string, number | string>>;
  /** False if the arms did not do the same work; the notes say why. */
  readonly comparable?: boolean;
  close(): Promise<void>;
}

export interface Bar<In = World> {
  readonly number: number;
  /** Distinguishes parts of a bar: 8a, 8b. */
  readonly part?: string;
  readonly title: string;
  readonly target: number;
  /** The first experiment is judged, the others are reported. */
  readonly experiments: readonly ((world: In) => Promise<Experiment>)[];
}

export interface Outcome {
  readonly title: string;
  readonly ratio: Estimate;
  readonly same: Estimate;
  readonly comparable: boolean;
  /** Whether the baseline agreed with itself. */
  readonly steady: boolean;
  readonly attempts: number;
  readonly also: Readonly<Record<string, Estimate>>;
  /** Microseconds, meaningful for this machine only. */
  readonly medians: Readonly<Record<string, number>>;
  readonly notes: Readonly<Record<string, number | string>>;
  readonly samples: number;
}

const SAME_LOW = 0.97;
const SAME_HIGH = 1.03;

const ATTEMPTS = 3;

/** Runs the experiments of a bar in sequence, closing each before the next is opened. */
export async function measureBar<In>(
  bar: Bar<In>,
  world: In,
  isQuick: boolean,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const open of bar.experiments) {
    const experiment = await open(world);
    try {
      outcomes.push(await measure(experiment, isQuick ? 1 : ATTEMPTS));
    } finally {
      await experiment.close();
    }
  }
  return outcomes;
}

/** Repeats a run with an inconsistent baseline; the last run is reported in any case. */
async function measure(experiment: Experiment, attempts: number): Promise<Outcome> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await attemptOnce(experiment, attempt);
    if (outcome.steady || attempt >= attempts) return outcome;
    console.log(
      `  ${experiment.title}: not valid (A/A ${outcome.same.value.toFixed(3)}), once more`,
    );
  }
}

async function attemptOnce(experiment: Experiment, attempt: number): Promise<Outcome> {
  const { title, plan, variants, figure, same: again, also = {}, notes = {} } = experiment;
  const { comparable = true } = experiment;
  const samples = await runRounds(variants, plan);
  const same = estimate(samples, again);
  const each = <T>(from: object, make: (name: string) => T): Record<string, T> =>
    Object.fromEntries(Object.keys(from).map((name) => [name, make(name)]));
  return {
    title,
    ratio: estimate(samples, figure),
    same,
    comparable,
    steady: same.value >= SAME_LOW && same.value <= SAME_HIGH,
    attempts: attempt,
    also: each(also, (name) => estimate(samples, also[name]!)),
    medians: each(variants, (name) => Math.round(p50(samples, name) * 10) / 10),
    notes,
    samples: plan.rounds * plan.turn,
  };
}

/** Prints the results as a table. */
import type { Bar, Outcome } from './experiment.ts';
import type { Estimate } from './statistics.ts';

export interface Verdict {
  readonly number: number;
  readonly part: string;
  readonly title: string;
  readonly target: number;
  readonly reached: boolean;
  /** Whether the result is more than a tenth above the target, which makes --gate fail. */
  readonly missedByFar: boolean;
  readonly outcomes: readonly Outcome[];
}

const GATE_SLACK = 1.1;

export function judge(bar: Omit<Bar, 'experiments'>, outcomes: readonly Outcome[]): Verdict {
  const { ratio } = outcomes[0]!;
  return {
    number: bar.number,
    part: bar.part ?? '',
    title: bar.title,
    target: bar.target,
    reached: ratio.value <= bar.target,
    missedByFar: ratio.value > bar.target * GATE_SLACK,
    outcomes,
  };
}

const show = ({ value, low, high }: Estimate): string =>
  `${value.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;

function verdictOf(verdict: Verdict, outcome: Outcome, first: boolean): string {
  const validity =
    (outcome.steady ? '' : `, NOT VALID: restless machine, ${outcome.attempts} attempts`) +
    (outcome.comparable ? '' : ', NOT VALID: the arms have different plans');
  if (!first) return `for information${validity}`;
  return `${verdict.reached ? 'reached' : 'missed'} (≤ ${Number(verdict.target.toFixed(2))})${validity}`;
}

function lines(verdict: Verdict): string[] {
  const output = [`\nBar ${verdict.number}${verdict.part}: ${verdict.title}`];
  verdict.outcomes.forEach((outcome, index) => {
    output.push(
      `  ${outcome.title}: ${show(outcome.ratio)}  ${verdictOf(verdict, outcome, index === 0)}`,
      `    A/A ${show(outcome.same)}, ${outcome.samples} samples each`,
      ...Object.entries(outcome.also).map(([name, ratio]) => `    ${name}: ${show(ratio)}`),
      `    p50 in µs: ${join(outcome.medians)}`,
    );
    if (Object.keys(outcome.notes).length > 0) output.push(`    ${join(outcome.notes)}`);
  });
  return output;
}

const join = (values: Readonly<Record<string, number | string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

export function print(verdict: Verdict): void {
  console.log(lines(verdict).join('\n'));
}

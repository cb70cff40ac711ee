/** Reads the rules of deploy/prometheus/rules.yml, and evaluates them on the metrics of a process. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Metrics } from '@cairn/server/platform/monitoring/metrics';

const rules = readFileSync(
  resolve(import.meta.dirname, '../../../deploy/prometheus/rules.yml'),
  'utf8',
);

export function exprOf(alert: string): string {
  const rule = new RegExp(String.raw`alert: ${alert}\n +expr: '(.*)'`).exec(rules);
  if (!rule) throw new Error(`there is no alert ${alert}`);
  return rule[1]!;
}

/** The threshold of the rule, which is the number at the end of its expression. */
export function thresholdOf(alert: string): number {
  const threshold = / > ([\d.]+)$/.exec(exprOf(alert));
  if (!threshold) throw new Error(`${alert} has another form`);
  return Number(threshold[1]);
}

/** Values by the metric's name with its labels. */
export type Samples = Map<string, number>;

export function samplesIn(text: string): Samples {
  const lines = text.split('\n').filter((line) => line.startsWith('cairn_'));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(' ');
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

export const samplesOf = async (metrics: Metrics): Promise<Samples> =>
  samplesIn(await metrics.text());

export const valuesOf = (samples: Samples, name: string, label = ''): number[] =>
  [...samples]
    .filter(([line]) => line.startsWith(`${name}{`) && line.includes(label))
    .map(([, value]) => value);

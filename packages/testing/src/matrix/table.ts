import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLERS, type Caller } from './world.ts';

/**
 * The reviewed table: the expected status for each caller, by "subject scope". Combinations that are not listed must
 * be denied.
 */
export type Expected = Map<string, Record<Caller, string>>;

export function readTable(name: 'calls.tsv' | 'rows.tsv'): Expected {
  const [, ...lines] = readFileSync(join(import.meta.dirname, name), 'utf8')
    .trimEnd()
    .split('\n');
  return new Map(
    lines.map((line) => {
      const [subject, scope, ...cells] = line.split('\t');
      const byCaller = Object.fromEntries(CALLERS.map((caller, index) => [caller, cells[index]!]));
      return [`${subject} ${scope}`, byCaller as Record<Caller, string>];
    }),
  );
}

/** A difference between expected and actual status, or a text that must not appear. */
export interface Finding {
  kind: 'leak' | 'wrong' | 'unreviewed';
  where: string;
  what: string;
}

export interface Verdict {
  cells: number;
  findings: Finding[];
}

/** A control stops at the first finding. */
export const STOPS_EARLY = process.env['MATRIX_STOPS_EARLY'] === 'yes';

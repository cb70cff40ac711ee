import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CALLERS, type Caller } from './world.ts';

/** A reviewed table: the status expected for each caller, by "subject scope". Unlisted is denied. */
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

/** One difference between what is expected and what is, or a text that should not be there. */
export interface Finding {
  kind: 'leak' | 'wrong' | 'unreviewed';
  where: string;
  what: string;
}

export interface Verdict {
  cells: number;
  findings: Finding[];
}

/** A control has made its point with the first finding. */
export const STOPS_EARLY = process.env['MATRIX_STOPS_EARLY'] === 'yes';

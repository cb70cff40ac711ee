import type { Cost, Counters } from '@cairn/testing/lenders/counters';

/** One call, measured. */
export interface Measurement extends Cost {
  status: number;
  milliseconds: number;
  tables: Counters;
}

import type { Cost, Counters } from '@cairn/testing/lenders/counters';

/** The measured cost of one call. */
export interface Measurement extends Cost {
  status: number;
  milliseconds: number;
  tables: Counters;
}

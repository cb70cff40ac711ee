import type { DateFilterDays } from '@cairn/contract';

/** The specification's choices [R317]. */
export const dateFilterLabel = (days: DateFilterDays): string =>
  days === 0 ? 'Today' : `Last ${days} days`;

import type { DateFilterDays } from '@cairn/contract';

/** Labels of the choices that the specification defines [R317]. */
export const dateFilterLabel = (days: DateFilterDays): string =>
  days === 0 ? 'Today' : `Last ${days} days`;

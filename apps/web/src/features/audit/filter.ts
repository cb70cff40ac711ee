import type { AuditFilter } from '@cairn/contract';
import { fromField } from '../maintenance/windowTimes.ts';

/** The URL's search parameters: ids, a kind, and days in the reader's time zone. */
export interface AuditSearch {
  person?: string | undefined;
  loan?: string | undefined;
  kind?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.toISOString().slice(0, 10);
}

const isDay = (text: string | undefined): text is string =>
  text !== undefined && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** Both days are included in full: the range ends where the day after the last one begins. */
export function filterOf(
  { person, loan, kind, from, to }: AuditSearch,
  companyId: string,
  zone?: string,
): AuditFilter {
  return {
    companyId,
    ...(person && { personId: person }),
    ...(loan && { loanId: loan }),
    ...(kind && { kind }),
    ...(isDay(from) && { from: fromField(`${from}T00:00`, zone) }),
    ...(isDay(to) && { to: fromField(`${dayAfter(to)}T00:00`, zone) }),
  };
}

export const isFiltered = (search: AuditSearch): boolean =>
  Object.values(search).some((value) => value !== undefined);

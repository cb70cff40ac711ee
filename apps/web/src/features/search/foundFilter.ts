import { DATE_FILTER_DAYS, PHASE_CATEGORIES } from '@cairn/contract/constants';
import { idsIn } from '../../lib/addressValues.ts';
import { startOfDaysAgo } from '../../lib/format/dates.ts';

/** The filters of a search, as its address has them. */
export interface FoundSearch {
  stage?: string[] | undefined;
  assignee?: string[] | undefined;
  modified?: string | undefined;
}

/** What the server is asked for. Unknown values of an address are dropped. */
export function filterOf({ stage, assignee, modified }: FoundSearch, now: Date) {
  const category = PHASE_CATEGORIES.filter((each) => stage?.includes(each));
  const officerId = idsIn(assignee);
  const days = DATE_FILTER_DAYS.find((each) => String(each) === modified);
  return {
    ...(category.length > 0 && { category }),
    ...(officerId && { officerId }),
    ...(days !== undefined && { modifiedSince: startOfDaysAgo(days, now).toISOString() }),
  };
}

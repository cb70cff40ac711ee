import { DATE_FILTER_DAYS, PHASE_CATEGORIES } from '@cairn/contract/constants';
import { DOCUMENT_KIND_CODES, type DocumentKind } from '@cairn/contract/document-kinds';
import { idsIn } from '../../lib/addressValues.ts';
import { startOfDaysAgo } from '../../lib/format/dates.ts';

/** The filters of a search as URL parameters. */
export interface FoundSearch {
  stage?: string[] | undefined;
  assignee?: string[] | undefined;
  modified?: string | undefined;
  loan?: string[] | undefined;
  type?: string[] | undefined;
  uploader?: string[] | undefined;
}

const isKindCode = (text: string): text is DocumentKind =>
  (DOCUMENT_KIND_CODES as readonly string[]).includes(text);

/** The filters of the server's call. Drops unknown URL values. */
export function filterOf(search: FoundSearch, now: Date) {
  const { stage, assignee, modified, loan, type, uploader } = search;
  const category = PHASE_CATEGORIES.filter((each) => stage?.includes(each));
  const officerId = idsIn(assignee);
  const loanId = idsIn(loan);
  const documentKind = type?.filter(isKindCode);
  const uploadedBy = idsIn(uploader);
  const days = DATE_FILTER_DAYS.find((each) => String(each) === modified);
  return {
    ...(category.length > 0 && { category }),
    ...(officerId && { officerId }),
    ...(loanId && { loanId }),
    ...(documentKind?.length && { documentKind }),
    ...(uploadedBy && { uploadedBy }),
    ...(days !== undefined && { modifiedSince: startOfDaysAgo(days, now).toISOString() }),
  };
}

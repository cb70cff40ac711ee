import type { REVIEW_STATUS_PATHS } from '@cairn/contract';
import type { ReviewStatus } from '@cairn/contract/template-terms';

/** The URL form of a status: READY_TO_REVIEW becomes ready-to-review [R225]. */
export const pathOf = (status: ReviewStatus): (typeof REVIEW_STATUS_PATHS)[number] =>
  status.toLowerCase().replaceAll('_', '-') as (typeof REVIEW_STATUS_PATHS)[number];

const STEPS: Record<ReviewStatus, string> = {
  NOT_READY: 'Mark as not ready',
  READY_TO_REVIEW: 'Ready to review',
  IN_REVIEW: 'Start review',
  CHANGES_REQUESTED: 'Request changes',
  REVIEW_COMPLETE: 'Complete review',
};

/** The label of a status change. It depends on the current status. */
export const stepTo = (to: ReviewStatus, from: ReviewStatus): string =>
  to === 'IN_REVIEW' && from === 'REVIEW_COMPLETE' ? 'Reopen review' : STEPS[to];

const NAMED = 3;

/** One line that lists the requests a status change reveals to the borrowers; null if it reveals none [R330]. */
export function comesToLight(titles: readonly string[]): string | null {
  if (titles.length === 0) return null;
  const more = titles.length - NAMED;
  const firstTitles = titles.slice(0, NAMED).join(', ');
  return `Shows the borrowers ${more > 0 ? `${firstTitles} and ${more} more` : firstTitles}`;
}

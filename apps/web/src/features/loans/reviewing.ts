import type { REVIEW_STATUS_PATHS } from '@cairn/contract';
import type { ReviewStatus } from '@cairn/contract/template-terms';

/** The address writes READY_TO_REVIEW as ready-to-review [R225]. */
export const pathOf = (status: ReviewStatus): (typeof REVIEW_STATUS_PATHS)[number] =>
  status.toLowerCase().replaceAll('_', '-') as (typeof REVIEW_STATUS_PATHS)[number];

const STEPS: Record<ReviewStatus, string> = {
  NOT_READY: 'Not ready after all',
  READY_TO_REVIEW: 'Ready to review',
  IN_REVIEW: 'Start review',
  CHANGES_REQUESTED: 'Request changes',
  REVIEW_COMPLETE: 'Complete review',
};

/** What taking the review there is called, from where it stands. */
export const stepTo = (to: ReviewStatus, from: ReviewStatus): string =>
  to === 'IN_REVIEW' && from === 'REVIEW_COMPLETE' ? 'Reopen review' : STEPS[to];

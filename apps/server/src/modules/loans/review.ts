import { REVIEW_STATUS_PATHS } from '@cairn/contract';
import type { ReviewStatus } from '@cairn/contract/template-terms';
import { ApiError } from '../../platform/api-error.ts';
import type { Authorized } from '../../platform/authorize.ts';

/** Possible next states of a review: docs/spec/decisions.md, F.3. */
const NEXT: Record<ReviewStatus, readonly ReviewStatus[]> = {
  NOT_READY: ['READY_TO_REVIEW'],
  READY_TO_REVIEW: ['IN_REVIEW'],
  IN_REVIEW: ['CHANGES_REQUESTED', 'REVIEW_COMPLETE'],
  CHANGES_REQUESTED: ['READY_TO_REVIEW'],
  REVIEW_COMPLETE: ['IN_REVIEW'],
};

/** Converts ready-to-review in a path to READY_TO_REVIEW. */
export const reviewStatusOf = (path: (typeof REVIEW_STATUS_PATHS)[number]): ReviewStatus =>
  path.toUpperCase().replaceAll('-', '_') as ReviewStatus;

interface Reviewed {
  review_status: ReviewStatus;
}

export const nextReviewStatuses = (
  { review_status }: Reviewed,
  may: (to: ReviewStatus) => boolean,
): ReviewStatus[] => NEXT[review_status].filter(may);

export function withReviewStatus(loan: Authorized<'take', Reviewed>, to: ReviewStatus): Reviewed {
  if (!NEXT[loan.review_status].includes(to)) throw new ApiError('STATUS_NOT_NEXT');
  return { review_status: to };
}

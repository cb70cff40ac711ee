import type { Loan } from '@cairn/contract';
import { REVIEW_STATUSES, type ReviewStatus as Status } from '@cairn/contract/template-terms';
import { Button } from '@mantine/core';
import { announce } from '../../kit/announce.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from './LoanFacts.module.css';
import { pathOf, stepTo } from './reviewing.ts';

/** How far the review has come, and the step that this person may take it on by. */
export function ReviewStatus({ loan }: { loan: Loan }) {
  const take = useAction('setReviewStatus');
  const go = (to: Status) =>
    take.mutate(
      { params: { id: loan.id, status: pathOf(to) } },
      { onSuccess: () => announce(`Review: ${REVIEW_STATUSES[to]}`) },
    );
  return (
    <>
      {REVIEW_STATUSES[loan.reviewStatus]}
      {loan.nextReviewStatuses.length > 0 && (
        <span className={classes.steps}>
          {loan.nextReviewStatuses.map((to) => (
            <Button
              key={to}
              variant="default"
              size="compact-xs"
              disabled={take.isPending}
              onClick={() => go(to)}
            >
              {stepTo(to, loan.reviewStatus)}
            </Button>
          ))}
        </span>
      )}
    </>
  );
}

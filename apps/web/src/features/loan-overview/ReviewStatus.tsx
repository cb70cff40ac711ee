import type { Loan } from '@cairn/contract';
import { REVIEW_STATUSES, type ReviewStatus as Status } from '@cairn/contract/template-terms';
import { Button, Flex, Text } from '@mantine/core';
import { announce } from '../../lib/announce.ts';
import { useAction } from '../../lib/useAction.ts';
import { useCall } from '../../lib/useCall.ts';
import classes from './LoanFacts.module.css';
import { comesToLight, pathOf, stepTo } from '../loans/reviewSteps.ts';

interface StepProps {
  loan: Loan;
  to: Status;
  disabled: boolean;
  onGo: () => void;
}

/** Tells lenders in advance which documents this step makes visible to borrowers. */
function Step({ loan, to, disabled, onGo }: StepProps) {
  const { data } = useCall(
    'listStatusChangeElements',
    { params: { id: loan.id }, query: { loanReviewStatus: to } },
    { enabled: loan.abilities.edit },
  );
  const notice = comesToLight(data?.elements.map(({ title }) => title) ?? []);
  return (
    <>
      <Button variant="default" size="compact-xs" disabled={disabled} onClick={onGo}>
        {stepTo(to, loan.reviewStatus)}
      </Button>
      {notice && (
        <Text span className={classes.note} size="meta" truncate display="block" c="dimmed">
          {notice}
        </Text>
      )}
    </>
  );
}

/** The loan's review status, and the steps that the user can take from it. */
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
        <Flex component="span" gap="s4" wrap="wrap" mt="s4">
          {loan.nextReviewStatuses.map((to) => (
            <Step key={to} loan={loan} to={to} disabled={take.isPending} onGo={() => go(to)} />
          ))}
        </Flex>
      )}
    </>
  );
}

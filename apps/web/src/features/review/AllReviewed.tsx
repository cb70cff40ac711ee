import { Button, Center, Group } from '@mantine/core';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Keys } from '../../ui/Keys.tsx';
import type { Entry } from './reviewQueue.ts';
import type { ReviewQueue } from './useReviewQueue.ts';

const countIn = (entries: readonly Entry[], state: 'APPROVED' | 'REJECTED'): number =>
  entries.filter(({ outcome }) => outcome?.by === null && outcome.state === state).length;

interface AllReviewedProps {
  review: ReviewQueue;
  ofLoan: boolean;
  onClose: () => void;
}

/** Shown if the queue is empty or all its documents are decided. */
export function AllReviewed({ review, ofLoan, onClose }: AllReviewedProps) {
  const { entries } = review.queue;
  const approved = countIn(entries, 'APPROVED');
  const rejected = countIn(entries, 'REJECTED');
  return (
    <Center style={{ gridColumn: '1 / -1' }}>
      <EmptyState
        title={approved + rejected > 0 ? 'All documents reviewed' : 'Nothing to review'}
        action={
          <Group gap="xs" justify="center">
            {review.history.length > 0 && (
              <Button
                variant="default"
                rightSection={<Keys keys="u" />}
                onClick={() => void review.undo()}
              >
                Undo
              </Button>
            )}
            <Button onClick={onClose}>{ofLoan ? 'Back to the package' : 'Back to home'}</Button>
          </Group>
        }
      >
        {approved + rejected > 0
          ? `You approved ${approved} and rejected ${rejected}.`
          : 'You’re all caught up.'}
      </EmptyState>
    </Center>
  );
}

import type { LoanApplication } from '@cairn/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';

/** Available until the lender starts the review. */
export function WithdrawButton({ application }: { application: LoanApplication }) {
  const [asking, setAsking] = useState(false);
  const withdraw = useAction('withdrawApplication');
  if (!application.abilities.withdraw) return null;
  const { loanId, lenderName, state } = application;
  const confirm = () =>
    withdraw.mutate(
      { params: { loanId } },
      {
        onSuccess: () => toast.success('Application withdrawn'),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <>
      <Button variant="subtle" mt="md" mih="var(--touch)" onClick={() => setAsking(true)}>
        Withdraw application
      </Button>
      <ConfirmDialog
        opened={asking}
        title="Withdraw this application?"
        confirm="Withdraw"
        busy={withdraw.isPending}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {state === 'SUBMITTED'
          ? `We’ll tell ${lenderName}. You can’t undo this yourself, but you can apply again.`
          : 'You can’t undo this yourself, but you can apply again.'}
      </ConfirmDialog>
    </>
  );
}

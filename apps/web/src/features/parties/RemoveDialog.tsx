import type { Loan, Party } from '@cairn/contract';
import { Button, Modal } from '@mantine/core';
import { toast } from '../../kit/toast.ts';
import { useAction } from '../../kit/useAction.ts';
import classes from './Parties.module.css';
import { consequence, contactsOf, sideOf } from './words.ts';

interface RemoveDialogProps {
  loan: Pick<Loan, 'id' | 'companyName'>;
  party: Party;
  people: readonly Party[];
  onClose: () => void;
  onRemoved?: () => void;
}

/** Each side of a loan has its own call for it; whatever fails is said by a toast. */
function useRemoval(loanId: string, party: Party, onClose: () => void) {
  const onFailure = () => {
    onClose();
    return false;
  };
  const lender = useAction('removeLenderUser', { onFailure });
  const borrower = useAction('editNonLenderUser', { onFailure });
  const contact = useAction('removeContactRelation', { onFailure });
  const remove = (onSuccess: () => void) => {
    const { id: userId } = party;
    switch (sideOf(party)) {
      case 'lenders':
        return lender.mutate({ params: { id: loanId, userId } }, { onSuccess });
      case 'borrowers':
        return borrower.mutate(
          { params: { loanId, userId }, body: { remove: true } },
          { onSuccess },
        );
      case 'contacts':
        return contact.mutate(
          { params: { loanId, loanRoleId: party.roles[0]?.loanRoleId ?? '' } },
          { onSuccess },
        );
    }
  };
  return { remove, removing: lender.isPending || borrower.isPending || contact.isPending };
}

export default function RemoveDialog({
  loan,
  party,
  people,
  onClose,
  onRemoved,
}: RemoveDialogProps) {
  const { remove, removing } = useRemoval(loan.id, party, onClose);
  const left = contactsOf(party, people);
  const asked = party.invitation !== null;
  const confirm = () =>
    remove(() => {
      toast.success(asked ? 'Invitation taken back' : `${party.displayName} is off the loan`);
      onClose();
      onRemoved?.();
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        asked
          ? `Take back the invitation of ${party.displayName}?`
          : `Remove ${party.displayName} from the loan?`
      }
      size={440}
      padding={24}
      classNames={{ title: classes.dialogTitle ?? '', header: classes.dialogHeader ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.dialogText}>{consequence(party, loan.companyName)}</p>
      {left.length > 0 && (
        <p className={classes.dialogText}>
          {left.length === 1 ? 'Their contact stays' : 'Their contacts stay'} on the loan:{' '}
          {left.join(', ')}.
        </p>
      )}
      <div className={classes.actions}>
        <Button variant="subtle" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button className={classes.danger ?? ''} loading={removing} onClick={confirm}>
          {asked ? 'Take it back' : 'Remove'}
        </Button>
      </div>
    </Modal>
  );
}

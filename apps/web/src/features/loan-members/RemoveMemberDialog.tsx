import type { Loan, Party } from '@cairn/contract';
import { Button, Flex, Modal, Text } from '@mantine/core';
import { toast } from '../../lib/toast.ts';
import { useAction } from '../../lib/useAction.ts';
import { consequence, contactsOf, sideOf } from './memberText.ts';

interface RemoveDialogProps {
  loan: Pick<Loan, 'id' | 'companyName'>;
  party: Party;
  people: readonly Party[];
  onClose: () => void;
  onRemoved?: () => void;
}

/** Each side of a loan has its own call. The dialog closes on a failure, which a toast then reports. */
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
  const isInvited = party.invitation !== null;
  const confirm = () =>
    remove(() => {
      toast.success(
        isInvited ? 'Invitation revoked' : `${party.displayName} removed from the loan`,
      );
      onClose();
      onRemoved?.();
    });
  return (
    <Modal
      opened
      onClose={onClose}
      title={
        isInvited
          ? `Revoke the invitation for ${party.displayName}?`
          : `Remove ${party.displayName} from the loan?`
      }
      size={440}
    >
      <Text c="var(--ink-2)" mb="xs">
        {consequence(party, loan.companyName)}
      </Text>
      {left.length > 0 && (
        <Text c="var(--ink-2)" mb="xs">
          {left.length === 1 ? 'Their contact stays' : 'Their contacts stay'} on the loan:{' '}
          {left.join(', ')}.
        </Text>
      )}
      <Flex justify="flex-end" gap="xs" mt="s20">
        <Button variant="subtle" data-autofocus onClick={onClose}>
          Cancel
        </Button>
        <Button variant="danger" loading={removing} onClick={confirm}>
          {isInvited ? 'Revoke' : 'Remove'}
        </Button>
      </Flex>
    </Modal>
  );
}

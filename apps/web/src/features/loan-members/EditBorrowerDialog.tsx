import type { Party } from '@cairn/contract';
import { Choice } from '../../ui/Field.tsx';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { namesOf, NewPersonFields } from './NewPersonFields.tsx';
import { BORROWER_CHOICES } from './memberText.ts';

type BorrowerRole = (typeof BORROWER_CHOICES)[number]['value'];

interface EditBorrowerDialogProps {
  loanId: string;
  party: Party;
  onClose: () => void;
}

const roleOf = ({ roles }: Party): BorrowerRole =>
  BORROWER_CHOICES.find(({ value }) => roles.some(({ role }) => role === value))?.value ??
  'BORROWER';

const savedBy =
  ({ party, onClose }: EditBorrowerDialogProps) =>
  () => {
    toast.success(`${party.displayName} saved`);
    onClose();
  };

/** Edits only the role of a member who has joined, because members change their own name and address. */
function RoleDialog(props: EditBorrowerDialogProps) {
  const { loanId, party, onClose } = props;
  const form = useCallForm('setBorrowerRole', {
    initialValues: { role: roleOf(party) },
    request: ({ role }) => ({ params: { id: loanId }, body: { userId: party.id, role } }),
    onSuccess: savedBy(props),
  });
  return (
    <FormDialog title={party.displayName} form={form} submit="Save" size={480} onClose={onClose}>
      <Choice {...form.field('role')} label="Role" options={BORROWER_CHOICES} />
    </FormDialog>
  );
}

function InvitedDialog(props: EditBorrowerDialogProps) {
  const { loanId, party, onClose } = props;
  const wasSent = party.invitation?.sentAt !== null;
  const form = useCallForm('editBorrowUser', {
    initialValues: {
      ...namesOf(party),
      role: roleOf(party),
    },
    request: (body) => ({ params: { loanId, userId: party.id }, body }),
    onSuccess: savedBy(props),
  });
  return (
    <FormDialog title={party.displayName} form={form} submit="Save" size={480} onClose={onClose}>
      <NewPersonFields
        field={form.field}
        description={
          wasSent
            ? 'If you change the email, the old link stops working and we send a new one.'
            : 'No invitation sent yet.'
        }
      />
      <Choice {...form.field('role')} label="Role" options={BORROWER_CHOICES} />
    </FormDialog>
  );
}

export default function EditBorrowerDialog(props: EditBorrowerDialogProps) {
  return props.party.invitation ? <InvitedDialog {...props} /> : <RoleDialog {...props} />;
}

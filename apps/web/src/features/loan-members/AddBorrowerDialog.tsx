import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import type { Party } from '@cairn/contract';
import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { Choice } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { KnownPerson } from './KnownPerson.tsx';
import { LabelBoxes, useLabelBoxes } from './LabelBoxes.tsx';
import { NEW_PERSON, NEW_PERSON_FIELDS, NewPersonFields } from './NewPersonFields.tsx';
import { BORROWER_CHOICES } from './memberText.ts';

const ROLE: (typeof BORROWER_CHOICES)[number]['value'] = 'BORROWER';

interface AddBorrowerDialogProps {
  loanId: string;
  /** Whether known users can be added to the loan directly, and a lead borrower can be chosen. */
  mayChoose: boolean;
  mayPutLabels: boolean;
  people: readonly Party[];
  onClose: () => void;
}

export default function AddBorrowerDialog(props: AddBorrowerDialogProps) {
  const { loanId, mayChoose, mayPutLabels, people, onClose } = props;
  const [mode, setMode] = useState<'new' | 'known'>('new');
  const [sendInvite, setSendInvite] = useState(true);
  const labels = useLabelBoxes();
  const form = useCallForm('addBorrowerUser', {
    initialValues: { user: NEW_PERSON, userId: '', role: ROLE },
    optional: mode === 'new' ? ['userId'] : NEW_PERSON_FIELDS,
    request: ({ user, userId, role }) => ({
      params: { id: loanId },
      body: {
        ...(mode === 'known' ? { userId } : { user }),
        role,
        sendInvite,
        ...(labels.chosen.length > 0 && { labelIds: labels.chosen }),
      },
    }),
    onSuccess: (_given, party) => {
      toast.success(sendInvite ? 'Invitation Sent!' : `${party.displayName} added to the loan`);
      onClose();
    },
  });
  const choices = BORROWER_CHOICES.filter(({ value }) => mayChoose || value !== 'LEAD_BORROWER');
  return (
    <FormDialog
      title="Invite a borrower"
      form={form}
      submit={sendInvite ? 'Send invitation' : 'Add to the loan'}
      size={480}
      onClose={onClose}
    >
      {mayChoose && (
        <Segmented
          label="Who"
          value={mode}
          onChange={setMode}
          options={[
            { value: 'new', label: 'New person' },
            { value: 'known', label: 'Existing contact' },
          ]}
        />
      )}
      {mode === 'new' ? (
        <NewPersonFields field={(name) => form.field(`user.${name}`)} />
      ) : (
        <KnownPerson people={people} {...form.field('userId')} />
      )}
      <Choice {...form.field('role')} label="Role" options={choices} />
      {mayPutLabels && <LabelBoxes loanId={loanId} {...labels} />}
      <Checkbox
        checked={sendInvite}
        onChange={(event) => setSendInvite(event.currentTarget.checked)}
        label="Send the invitation now"
        description={
          mode === 'new'
            ? 'They join when they accept. Without an invitation they’re listed on the loan but have no access.'
            : 'They’re added to the loan right away either way.'
        }
      />
    </FormDialog>
  );
}

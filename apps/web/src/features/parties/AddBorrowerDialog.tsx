import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import type { Party } from '@cairn/contract';
import { Button, Checkbox, Modal } from '@mantine/core';
import { useState } from 'react';
import { Choice } from '../../kit/Field.tsx';
import { Segmented } from '../../kit/Segmented.tsx';
import { toast } from '../../kit/toast.ts';
import { Notice, Notices } from '../identity/AuthFields.tsx';
import { useAuthForm } from '../identity/useAuthForm.ts';
import { KnownPerson } from './KnownPerson.tsx';
import { NewPersonFields } from './NewPersonFields.tsx';
import classes from './Parties.module.css';
import { BORROWER_CHOICES } from './words.ts';

type BorrowerRole = (typeof BORROWER_CHOICES)[number]['value'];
const PERSON = ['user.givenName', 'user.familyName', 'user.emailAddress'] as const;

interface AddBorrowerDialogProps {
  loanId: string;
  /** Whether somebody the lender knows can be put on the loan, and somebody made the lead. */
  mayChoose: boolean;
  people: readonly Party[];
  onClose: () => void;
}

export default function AddBorrowerDialog(props: AddBorrowerDialogProps) {
  const { loanId, mayChoose, people, onClose } = props;
  const [mode, setMode] = useState<'new' | 'known'>('new');
  const [sendInvite, setSendInvite] = useState(true);
  const { form, fieldErrors, message, running, submit } = useAuthForm('addBorrowerUser', {
    fields: mode === 'new' ? ([...PERSON, 'role'] as const) : (['userId', 'role'] as const),
    request: (given: Record<string, string>) => ({
      params: { id: loanId },
      body: {
        ...(mode === 'known'
          ? { userId: given['userId'] ?? '' }
          : {
              user: {
                givenName: given['user.givenName'] ?? '',
                familyName: given['user.familyName'] ?? '',
                emailAddress: given['user.emailAddress'] ?? '',
              },
            }),
        role: (given['role'] ?? 'BORROWER') as BorrowerRole,
        sendInvite,
      },
    }),
    done: (_given, party) => {
      toast.success(sendInvite ? 'Invitation Sent!' : `${party.displayName} is noted on the loan`);
      onClose();
    },
  });
  const choices = BORROWER_CHOICES.filter(({ value }) => mayChoose || value !== 'LEAD_BORROWER');
  return (
    <Modal
      opened
      onClose={onClose}
      title="Invite a borrower"
      size={480}
      padding={24}
      classNames={{ title: classes.dialogTitle ?? '', header: classes.dialogHeader ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form ref={form} onSubmit={submit} noValidate className={classes.form}>
        {mayChoose && (
          <Segmented
            label="Who"
            value={mode}
            onChange={setMode}
            options={[
              { value: 'new', label: 'Somebody new' },
              { value: 'known', label: 'Somebody you know' },
            ]}
          />
        )}
        {mode === 'new' ? (
          <NewPersonFields prefix="user" fieldErrors={fieldErrors} />
        ) : (
          <KnownPerson people={people} error={fieldErrors['userId']} />
        )}
        <Choice name="role" label="Role" initial="BORROWER" options={choices} />
        <Checkbox
          checked={sendInvite}
          onChange={(event) => setSendInvite(event.currentTarget.checked)}
          label="Send the invitation now"
          description={
            mode === 'new'
              ? 'They join when they accept. Without it they are only noted on the loan.'
              : 'They are on the loan at once either way.'
          }
        />
        <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
        <div className={classes.actions}>
          <Button variant="subtle" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={running}>
            {sendInvite ? 'Send invitation' : 'Add to the loan'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

import type { Party } from '@cairn/contract';
import { Button, Modal } from '@mantine/core';
import { Choice } from '../../kit/Field.tsx';
import { toast } from '../../kit/toast.ts';
import { Notice, Notices } from '../identity/AuthFields.tsx';
import { useAuthForm } from '../identity/useAuthForm.ts';
import { NewPersonFields } from './NewPersonFields.tsx';
import classes from './Parties.module.css';
import { BORROWER_CHOICES } from './words.ts';

type BorrowerRole = (typeof BORROWER_CHOICES)[number]['value'];

interface EditBorrowerDialogProps {
  loanId: string;
  party: Party;
  onClose: () => void;
}

interface FormProps extends EditBorrowerDialogProps {
  done: () => void;
}

const roleOf = ({ roles }: Party): string =>
  BORROWER_CHOICES.find(({ value }) => roles.some(({ role }) => role === value))?.value ??
  'BORROWER';

function Actions({ running, onCancel }: { running: boolean; onCancel: () => void }) {
  return (
    <div className={classes.actions}>
      <Button variant="subtle" onClick={onCancel}>
        Cancel
      </Button>
      <Button type="submit" loading={running}>
        Save
      </Button>
    </div>
  );
}

/** People change their own name and address; here only what they are on this loan. */
function RoleForm({ loanId, party, done, onClose }: FormProps) {
  const { form, message, running, submit } = useAuthForm('setBorrowerRole', {
    fields: ['role'],
    request: ({ role }) => ({
      params: { id: loanId },
      body: { userId: party.id, role: role as BorrowerRole },
    }),
    done,
  });
  return (
    <form ref={form} onSubmit={submit} noValidate className={classes.form}>
      <Choice name="role" label="Role" initial={roleOf(party)} options={BORROWER_CHOICES} />
      <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
      <Actions running={running} onCancel={onClose} />
    </form>
  );
}

function AskedForm({ loanId, party, done, onClose }: FormProps) {
  const wasSent = party.invitation?.sentAt !== null;
  const { form, fieldErrors, message, running, submit } = useAuthForm('editBorrowUser', {
    fields: ['user.givenName', 'user.familyName', 'user.emailAddress', 'role'],
    request: (given) => ({
      params: { loanId, userId: party.id },
      body: {
        givenName: given['user.givenName'],
        familyName: given['user.familyName'],
        emailAddress: given['user.emailAddress'],
        role: given.role as BorrowerRole,
      },
    }),
    done,
  });
  const errors = {
    ...fieldErrors,
    ...(fieldErrors['emailAddress'] && { 'user.emailAddress': fieldErrors['emailAddress'] }),
  };
  return (
    <form ref={form} onSubmit={submit} noValidate className={classes.form}>
      <NewPersonFields
        prefix="user"
        initial={party}
        fieldErrors={errors}
        description={
          wasSent
            ? 'With another address the link that was sent is void, and a new one goes out.'
            : 'Nothing was sent there yet.'
        }
      />
      <Choice name="role" label="Role" initial={roleOf(party)} options={BORROWER_CHOICES} />
      <Notices>
        {message !== null && !errors['user.emailAddress'] && <Notice hue="red">{message}</Notice>}
      </Notices>
      <Actions running={running} onCancel={onClose} />
    </form>
  );
}

export default function EditBorrowerDialog(props: EditBorrowerDialogProps) {
  const { party, onClose } = props;
  const done = () => {
    toast.success(`${party.displayName} is saved`);
    onClose();
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={party.displayName}
      size={480}
      padding={24}
      classNames={{ title: classes.dialogTitle ?? '', header: classes.dialogHeader ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {party.invitation ? (
        <AskedForm {...props} done={done} />
      ) : (
        <RoleForm {...props} done={done} />
      )}
    </Modal>
  );
}

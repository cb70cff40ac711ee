import { Button, Modal } from '@mantine/core';
import { toast } from '../../kit/toast.ts';
import { useOpenedOnceThere } from '../../kit/useOpenedOnceThere.ts';
import { NewPasswordField, Notice, Notices, PasswordField } from '../identity/AuthFields.tsx';
import { useAuthForm } from '../identity/useAuthForm.ts';
import classes from './ChangePasswordDialog.module.css';

function ChangePasswordForm({ onClose }: { onClose: () => void }) {
  const { form, fieldErrors, message, running, submit } = useAuthForm('changePassword', {
    fields: ['oldPassword', 'newPassword'],
    request: (given) => ({ body: given }),
    done: () => {
      toast.success('Your password was changed.');
      onClose();
    },
  });
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <PasswordField
        name="oldPassword"
        label="Password until now"
        autoComplete="current-password"
        data-autofocus
        error={fieldErrors['oldPassword']}
      />
      <NewPasswordField
        name="newPassword"
        label="New password"
        error={fieldErrors['newPassword']}
      />
      <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
      <div className={classes.actions}>
        <Button variant="subtle" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={running}>
          Change password
        </Button>
      </div>
    </form>
  );
}

interface ChangePasswordDialogProps {
  opened: boolean;
  onClose: () => void;
}

export default function ChangePasswordDialog({ opened, onClose }: ChangePasswordDialogProps) {
  return (
    <Modal
      opened={useOpenedOnceThere(opened)}
      onClose={onClose}
      title="Change password"
      size={420}
      padding={24}
      classNames={{ title: classes.title ?? '', header: classes.header ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <p className={classes.lead}>Other browsers are logged out, this one is not.</p>
      <ChangePasswordForm onClose={onClose} />
    </Modal>
  );
}

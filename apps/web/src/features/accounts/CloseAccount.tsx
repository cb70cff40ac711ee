import { Button, Modal } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../app/routes.ts';
import { queryClient } from '../../kit/queries.ts';
import { signedIn } from '../../kit/session.ts';
import { toast } from '../../kit/toast.ts';
import { Notice, Notices, PasswordField } from '../identity/AuthFields.tsx';
import { useAuthForm } from '../identity/useAuthForm.ts';
import classes from './ChangePasswordDialog.module.css';

function CloseForm({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate();
  const { form, fieldErrors, message, running, submit } = useAuthForm('closeAccount', {
    fields: ['password'],
    request: ({ password }) => ({ body: { password } }),
    done: () => {
      signedIn.set(false);
      queryClient.clear();
      toast.success('Your account is closed');
      void navigate({ to: routes.login });
    },
  });
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <PasswordField
        name="password"
        label="Your password"
        autoComplete="current-password"
        data-autofocus
        error={fieldErrors['password']}
      />
      <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
      <div className={classes.actions}>
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" className={classes.danger ?? ''} loading={running}>
          Close my account
        </Button>
      </div>
    </form>
  );
}

export function CloseAccount() {
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <Button variant="default" onClick={() => setOpened(true)}>
        Close account
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title="Close your account?"
        size={420}
        padding={24}
        classNames={{ title: classes.title ?? '', header: classes.header ?? '' }}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <p className={classes.lead}>
          You are logged out everywhere at once and cannot log in again. Your lenders keep the
          records of your loans.
        </p>
        <CloseForm onCancel={() => setOpened(false)} />
      </Modal>
    </div>
  );
}

import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { forgetUser } from '../../lib/forgetUser.ts';
import { routes } from '../../lib/routes.ts';
import { toast } from '../../lib/toast.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { PasswordField } from '../../ui/FormFields.tsx';
import { useCallForm } from '../../lib/useCallForm.ts';

function CloseDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const form = useCallForm('closeAccount', {
    initialValues: { password: '' },
    request: (body) => ({ body }),
    onSuccess: () => {
      forgetUser();
      toast.success('Your account is closed');
      void navigate({ to: routes.login });
    },
  });
  return (
    <FormDialog
      title="Close your account?"
      lead="You’ll be logged out everywhere and can’t log in again. Your lenders keep the records of your loans."
      form={form}
      submit="Close my account"
      danger
      onClose={onClose}
    >
      <PasswordField
        {...form.field('password')}
        label="Your password"
        autoComplete="current-password"
        data-autofocus
      />
    </FormDialog>
  );
}

export function CloseAccount() {
  const [opened, setOpened] = useState(false);
  return (
    <div>
      <Button variant="default" onClick={() => setOpened(true)}>
        Close account
      </Button>
      {opened && <CloseDialog onClose={() => setOpened(false)} />}
    </div>
  );
}

import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { useOpenAfterMount } from '../../lib/useOpenAfterMount.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { NewPasswordField, PasswordField } from '../../ui/FormFields.tsx';

interface ChangePasswordDialogProps {
  opened: boolean;
  onClose: () => void;
}

export default function ChangePasswordDialog({ opened, onClose }: ChangePasswordDialogProps) {
  const form = useCallForm('changePassword', {
    initialValues: { oldPassword: '', newPassword: '' },
    rules: async () => (await import('@cairn/contract/auth')).accounts.changePassword.body,
    request: (body) => ({ body }),
    onSuccess: () => {
      toast.success('Your password was changed.');
      onClose();
    },
  });
  return (
    <FormDialog
      opened={useOpenAfterMount(opened)}
      title="Change password"
      lead="You’ll be logged out of your other browsers."
      form={form}
      submit="Change password"
      onClose={onClose}
    >
      <PasswordField
        {...form.field('oldPassword')}
        label="Current password"
        autoComplete="current-password"
        data-autofocus
      />
      <NewPasswordField {...form.field('newPassword')} label="New password" />
    </FormDialog>
  );
}

import type { LoggedUser } from '@cairn/contract';
import { Button, SimpleGrid, TextInput } from '@mantine/core';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { Form } from '../../ui/Form.tsx';

interface ProfileFormProps {
  user: LoggedUser;
  submit?: string;
  onSaved?: () => void;
}

export function ProfileForm({ user, submit = 'Save', onSaved }: ProfileFormProps) {
  const saved = user.phone ?? '';
  const form = useCallForm('updateOwnProfile', {
    mode: 'controlled',
    initialValues: {
      givenName: user.givenName ?? '',
      familyName: user.familyName ?? '',
      phone: saved,
      password: '',
    },
    optional: ['phone', 'password'],
    rules: async () => (await import('@cairn/contract/users')).settings.updateOwnProfile.body,
    request: ({ password, ...changes }) => ({
      body: { ...changes, ...(password !== '' && changes.phone !== saved && { password }) },
    }),
    onSuccess: () => {
      form.setField('password', '');
      toast.success('Your details were saved');
      onSaved?.();
    },
  });
  return (
    <Form
      form={form}
      actions={
        <Button
          type="submit"
          w={{ base: '100%', sm: 'auto' }}
          mih={{ base: 44, sm: 0 }}
          style={{ justifySelf: 'start' }}
          loading={form.busy}
        >
          {submit}
        </Button>
      }
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="s20">
        <TextInput {...form.field('givenName')} label="First name" autoComplete="given-name" />
        <TextInput {...form.field('familyName')} label="Last name" autoComplete="family-name" />
        <TextInput
          label="Email"
          description="This is what you log in with."
          value={user.emailAddress}
          readOnly
        />
        <TextInput
          {...form.field('phone')}
          type="tel"
          label="Phone"
          description="For text messages. Leave blank to get none."
          autoComplete="tel"
        />
        {form.values.phone.trim() !== saved && (
          <TextInput
            {...form.field('password')}
            type="password"
            label="Your password"
            description="Needed to change your phone number."
            autoComplete="current-password"
          />
        )}
      </SimpleGrid>
    </Form>
  );
}

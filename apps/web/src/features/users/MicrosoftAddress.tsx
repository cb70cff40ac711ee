import { Button, TextInput } from '@mantine/core';
import { toast } from '../../lib/toast.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { Form } from '../../ui/Form.tsx';

export function MicrosoftAddress({ azureEmail }: { azureEmail: string | null }) {
  const form = useCallForm('updateAzureEmail', {
    initialValues: { azureEmail: azureEmail ?? '' },
    optional: ['azureEmail'],
    rules: async () => (await import('@cairn/contract/users')).profile.updateAzureEmail.body,
    request: (body) => ({ body }),
    onSuccess: () => toast.success('Microsoft address saved'),
  });
  return (
    <Form
      form={form}
      actions={
        <Button
          type="submit"
          variant="default"
          w={{ base: '100%', sm: 'auto' }}
          style={{ justifySelf: 'start' }}
          loading={form.busy}
        >
          Use this address
        </Button>
      }
    >
      <TextInput
        {...form.field('azureEmail')}
        type="email"
        label="Microsoft address"
        description="For your company’s apps that connect to Microsoft 365."
        autoComplete="off"
      />
    </Form>
  );
}

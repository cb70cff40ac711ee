import type { CallName } from '@cairn/contract';
import type { Request } from '../../lib/client.ts';
import { useStore } from '../../lib/store.ts';
import { typedEmail } from './typedEmail.ts';
import { Form } from '../../ui/Form.tsx';
import { EmailField, SubmitButton } from '../../ui/FormFields.tsx';
import { useCallForm } from '../../lib/useCallForm.ts';

interface AskForCodeProps<Name extends CallName> {
  call: Name;
  request: (username: string) => Request<Name>;
  onSent: (username: string) => void;
}

/** Asks for the email address and sends a code. The address is remembered for the next page. */
export function AskForCode<Name extends CallName>({
  call,
  request,
  onSent,
}: AskForCodeProps<Name>) {
  const address = useStore(typedEmail);
  const form = useCallForm(call, {
    initialValues: { username: address },
    request: ({ username }) => request(username),
    onSuccess: ({ username }) => {
      typedEmail.set(username);
      onSent(username);
    },
  });
  return (
    <Form form={form} actions={<SubmitButton busy={form.busy}>Send me a code</SubmitButton>}>
      <EmailField {...form.field('username')} />
    </Form>
  );
}

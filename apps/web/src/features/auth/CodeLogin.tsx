import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { Form } from '../../ui/Form.tsx';
import { Notice, SubmitButton } from '../../ui/FormFields.tsx';
import { useCallForm } from '../../lib/useCallForm.ts';
import { useEnter } from './useEnter.ts';
import { AskForCode } from './AskForCode.tsx';
import { CodeField, ResendButton } from './CodeField.tsx';

function EnterCode({ username }: { username: string }) {
  const enter = useEnter();
  const navigate = useNavigate();
  const form = useCallForm('loginWithConfirmCode', {
    initialValues: { code: '' },
    request: ({ code }) => ({ body: { username, code } }),
    onSuccess: enter,
    onFailure: (error) => {
      if (!error.headers.passwordExpired) return false;
      void navigate({ to: routes.forgotPassword });
      return true;
    },
  });
  return (
    <Form form={form} actions={<SubmitButton busy={form.busy}>Log in</SubmitButton>}>
      <Notice hue="green">
        If there is an account for <strong>{username}</strong>, a code is on its way.
      </Notice>
      <CodeField {...form.field('code')} />
      <ResendButton username={username} />
    </Form>
  );
}

/** Log-in by emailed code. Replaces the password form of the log-in page. */
export default function CodeLogin() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <EnterCode username={sentTo} />;
  return (
    <AskForCode
      call="resendConfirmationCode"
      request={(username) => ({ body: { username, provider: 'EMAIL' as const } })}
      onSent={setSentTo}
    />
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../app/routes.ts';
import { Notice, Notices, SubmitButton } from '../identity/AuthFields.tsx';
import classes from '../identity/AuthFrame.module.css';
import { useAuthForm } from '../identity/useAuthForm.ts';
import { useEnter } from '../identity/useEnter.ts';
import { AskForCode } from './AskForCode.tsx';
import { CodeField, ResendButton } from './CodeField.tsx';

function EnterCode({ username }: { username: string }) {
  const enter = useEnter();
  const navigate = useNavigate();
  const { form, fieldErrors, message, running, submit } = useAuthForm('loginWithConfirmCode', {
    fields: ['code'],
    request: ({ code }) => ({ body: { username, code } }),
    done: enter,
    refused: (error) => {
      if (!error.headers.passwordExpired) return false;
      void navigate({ to: routes.forgotPassword });
      return true;
    },
  });
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <Notice hue="green">
        If there is an account for <strong>{username}</strong>, a code is on its way.
      </Notice>
      <CodeField error={fieldErrors['code']} />
      <ResendButton username={username} />
      <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
      <SubmitButton running={running}>Log in</SubmitButton>
    </form>
  );
}

/** On the log-in page, in the place of the password. */
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

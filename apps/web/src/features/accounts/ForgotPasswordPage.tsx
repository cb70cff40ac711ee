import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../app/routes.ts';
import { NewPasswordField, Notice, Notices, SubmitButton } from '../identity/AuthFields.tsx';
import { AuthFrame } from '../identity/AuthFrame.tsx';
import classes from '../identity/AuthFrame.module.css';
import { forgetLock } from '../identity/lockMemory.ts';
import { useAuthForm } from '../identity/useAuthForm.ts';
import { AskForCode } from './AskForCode.tsx';
import { CodeField, ResendButton } from './CodeField.tsx';

function ResetForm({ username }: { username: string }) {
  const navigate = useNavigate();
  const { form, fieldErrors, message, running, submit } = useAuthForm('confirmForgotPassword', {
    fields: ['code', 'newPassword'],
    request: (given) => ({ body: { username, ...given } }),
    done: () => {
      // A new password opens a locked account.
      forgetLock();
      void navigate({ to: routes.passwordUpdated });
    },
  });
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      {/* So that a password manager knows whose password it keeps. */}
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <CodeField error={fieldErrors['code']} />
      <ResendButton username={username} />
      <NewPasswordField
        name="newPassword"
        label="New password"
        error={fieldErrors['newPassword']}
      />
      <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
      <SubmitButton running={running}>Save the new password</SubmitButton>
    </form>
  );
}

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const lead =
    sentTo === null ? (
      'We send a code to your e-mail address. With it you choose a new one.'
    ) : (
      <>
        If there is an account for <strong>{sentTo}</strong>, a code is on its way.
      </>
    );
  return (
    <AuthFrame
      title={sentTo === null ? 'Forgot your password?' : 'Choose a new password'}
      lead={lead}
      foot={
        <span>
          <Link to={routes.login} className={classes.link ?? ''}>
            Back to log in
          </Link>
        </span>
      }
    >
      {sentTo === null ? (
        <AskForCode
          call="forgotPassword"
          request={(username) => ({ body: { username } })}
          onSent={setSentTo}
        />
      ) : (
        <ResetForm username={sentTo} />
      )}
    </AuthFrame>
  );
}

import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { secretFromHash } from '../../lib/secretFromHash.ts';
import { Form } from '../../ui/Form.tsx';
import { NewPasswordField, SubmitButton } from '../../ui/FormFields.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './AuthFrame.module.css';
import { forgetLock } from './lockMemory.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { AskForCode } from './AskForCode.tsx';
import { CodeField, ResendButton } from './CodeField.tsx';

function ResetForm({ username }: { username: string }) {
  const navigate = useNavigate();
  const form = useCallForm('confirmForgotPassword', {
    initialValues: { code: '', newPassword: '' },
    rules: async () => (await import('@cairn/contract/auth')).accounts.confirmForgotPassword.body,
    request: (values) => ({ body: { username, ...values } }),
    onSuccess: () => {
      // The server unlocks the account when the password is reset.
      forgetLock();
      void navigate({ to: routes.passwordUpdated });
    },
  });
  return (
    <Form form={form} actions={<SubmitButton busy={form.busy}>Save new password</SubmitButton>}>
      {/* Tells password managers which account the new password belongs to. */}
      <input type="hidden" name="username" autoComplete="username" value={username} readOnly />
      <CodeField {...form.field('code')} />
      <ResendButton username={username} />
      <NewPasswordField {...form.field('newPassword')} label="New password" />
    </Form>
  );
}

/** Reset by the link in an email. It works in any browser, not only in the one that requested it. */
function ResetByLink({ link }: { link: string }) {
  const navigate = useNavigate();
  const form = useCallForm('resetPasswordByLink', {
    initialValues: { newPassword: '' },
    rules: async () => (await import('@cairn/contract/auth')).accounts.resetPasswordByLink.body,
    request: (values) => ({ body: { link, ...values } }),
    onSuccess: () => {
      forgetLock();
      void navigate({ to: routes.passwordUpdated });
    },
  });
  return (
    <Form form={form} actions={<SubmitButton busy={form.busy}>Save new password</SubmitButton>}>
      <NewPasswordField {...form.field('newPassword')} label="New password" />
    </Form>
  );
}

const backToLogin = (
  <span>
    <Link to={routes.login} className={classes.link ?? ''}>
      Back to log in
    </Link>
  </span>
);

export function ForgotPasswordPage() {
  const link = useLocation({ select: ({ hash }) => secretFromHash(hash, 'reset') });
  if (link === undefined) return <ForgotPassword />;
  return (
    <AuthFrame
      title="Choose a new password"
      lead="You’ll be logged out everywhere else."
      foot={backToLogin}
    >
      <ResetByLink link={link} />
    </AuthFrame>
  );
}

function ForgotPassword() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  const lead =
    sentTo === null ? (
      'We’ll email you a code so you can choose a new one.'
    ) : (
      <>
        If there is an account for <strong>{sentTo}</strong>, a code is on its way.
      </>
    );
  return (
    <AuthFrame
      title={sentTo === null ? 'Forgot your password?' : 'Choose a new password'}
      lead={lead}
      foot={backToLogin}
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

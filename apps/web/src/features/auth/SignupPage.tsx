import { CODE_MINUTES } from '@cairn/contract/constants';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../lib/routes.ts';
import { useStore } from '../../lib/store.ts';
import { typedEmail } from './typedEmail.ts';
import { FieldRow, Form } from '../../ui/Form.tsx';
import { EmailField, NewPasswordField, SubmitButton, TextField } from '../../ui/FormFields.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './AuthFrame.module.css';
import { useCallForm } from '../../lib/useCallForm.ts';
import { CodeField, ResendButton } from './CodeField.tsx';

const toLogin = (
  <span>
    Have an account already?{' '}
    <Link to={routes.login} className={classes.link ?? ''}>
      Log in
    </Link>
  </span>
);

function SignupForm({ onSent }: { onSent: (username: string) => void }) {
  const { lenderId } = useSearch({ from: routes.signup });
  const address = useStore(typedEmail);
  const form = useCallForm('signup', {
    initialValues: { givenName: '', familyName: '', emailAddress: address, password: '' },
    rules: async () => (await import('@cairn/contract/auth')).accounts.signup.body,
    request: (given) => ({ body: { ...given, ...(lenderId !== undefined && { lenderId }) } }),
    onSuccess: ({ emailAddress }) => {
      typedEmail.set(emailAddress);
      onSent(emailAddress);
    },
  });
  return (
    <Form form={form} actions={<SubmitButton busy={form.busy}>Create account</SubmitButton>}>
      <FieldRow>
        <TextField {...form.field('givenName')} label="First name" autoComplete="given-name" />
        <TextField {...form.field('familyName')} label="Last name" autoComplete="family-name" />
      </FieldRow>
      <EmailField {...form.field('emailAddress')} />
      <NewPasswordField {...form.field('password')} label="Password" />
    </Form>
  );
}

function ConfirmForm({ username }: { username: string }) {
  const navigate = useNavigate();
  const { return: back } = useSearch({ from: routes.signup });
  const form = useCallForm('confirmSignup', {
    initialValues: { code: '' },
    request: ({ code }) => ({ body: { username, code } }),
    onSuccess: () =>
      void navigate({ to: routes.login, search: { confirmed: '', ...(back && { return: back }) } }),
  });
  return (
    <Form form={form} actions={<SubmitButton busy={form.busy}>Confirm</SubmitButton>}>
      <CodeField {...form.field('code')} />
      <ResendButton username={username} />
    </Form>
  );
}

export function SignupPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo === null) {
    return (
      <AuthFrame
        title="Create an account"
        lead="One account for all your loans with every lender."
        foot={toLogin}
      >
        <SignupForm onSent={setSentTo} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Confirm your email"
      lead={
        <>
          We sent a code to <strong>{sentTo}</strong>. It expires in {CODE_MINUTES} minutes. Enter
          it in this browser.
        </>
      }
      foot={
        <span>
          Wrong email?{' '}
          <button type="button" className={classes.link} onClick={() => setSentTo(null)}>
            Change it
          </button>
        </span>
      }
    >
      <ConfirmForm username={sentTo} />
    </AuthFrame>
  );
}

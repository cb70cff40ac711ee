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
import { useAction } from '../../lib/useAction.ts';
import { useCallForm } from '../../lib/useCallForm.ts';
import { useEnter } from './useEnter.ts';
import { CodeField, ResendButton } from './CodeField.tsx';

function ToLogin() {
  const { return: back } = useSearch({ from: routes.signup });
  return (
    <span>
      Have an account already?{' '}
      <Link
        to={routes.login}
        search={back === undefined ? {} : { return: back }}
        className={classes.link ?? ''}
      >
        Log in
      </Link>
    </span>
  );
}

interface Credentials {
  username: string;
  password: string;
}

function SignupForm({ onSent }: { onSent: (credentials: Credentials) => void }) {
  const { lenderId } = useSearch({ from: routes.signup });
  const address = useStore(typedEmail);
  const form = useCallForm('signup', {
    initialValues: { givenName: '', familyName: '', emailAddress: address, password: '' },
    rules: async () => (await import('@cairn/contract/auth')).accounts.signup.body,
    request: (values) => ({ body: { ...values, ...(lenderId !== undefined && { lenderId }) } }),
    onSuccess: ({ emailAddress, password }) => {
      typedEmail.set(emailAddress);
      onSent({ username: emailAddress, password });
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

/** Logs in with the password that was just chosen, so that the user need not enter it again. */
function ConfirmForm({ username, password }: Credentials) {
  const navigate = useNavigate();
  const enter = useEnter();
  const { return: back } = useSearch({ from: routes.signup });
  const form = useCallForm('confirmSignup', {
    initialValues: { code: '' },
    request: ({ code }) => ({ body: { username, code } }),
    onSuccess: () =>
      login.mutate(
        { body: { username, password } },
        {
          onSuccess: enter,
          onError: () =>
            void navigate({
              to: routes.login,
              search: { confirmed: '', ...(back && { return: back }) },
            }),
        },
      ),
  });
  const login = useAction('login', { onFailure: () => true });
  return (
    <Form
      form={form}
      actions={<SubmitButton busy={form.busy || login.isPending}>Confirm</SubmitButton>}
    >
      <CodeField {...form.field('code')} />
      <ResendButton username={username} />
    </Form>
  );
}

export function SignupPage() {
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const { lenderId } = useSearch({ from: routes.signup });
  if (credentials === null) {
    return (
      <AuthFrame
        title="Create an account"
        lenderId={lenderId}
        lead="One account for all your loans with every lender."
        foot={<ToLogin />}
      >
        <SignupForm onSent={setCredentials} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Confirm your email"
      lenderId={lenderId}
      lead={
        <>
          We sent a code to <strong>{credentials.username}</strong>. It expires in {CODE_MINUTES}{' '}
          minutes. Enter it in this browser.
        </>
      }
      foot={
        <span>
          Wrong email?{' '}
          <button type="button" className={classes.link} onClick={() => setCredentials(null)}>
            Change it
          </button>
        </span>
      }
    >
      <ConfirmForm {...credentials} />
    </AuthFrame>
  );
}

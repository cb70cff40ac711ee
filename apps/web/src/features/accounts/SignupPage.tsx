import { CODE_MINUTES } from '@cairn/contract/constants';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { routes } from '../../app/routes.ts';
import { useStore } from '../../kit/store.ts';
import { addressTyped } from '../identity/addressTyped.ts';
import {
  EmailField,
  NewPasswordField,
  Notice,
  Notices,
  SubmitButton,
  TextField,
} from '../identity/AuthFields.tsx';
import { AuthFrame } from '../identity/AuthFrame.tsx';
import classes from '../identity/AuthFrame.module.css';
import { useAuthForm } from '../identity/useAuthForm.ts';
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
  const address = useStore(addressTyped);
  const { form, fieldErrors, message, running, submit } = useAuthForm('signup', {
    fields: ['givenName', 'familyName', 'emailAddress', 'password'],
    request: (given) => ({ body: { ...given, ...(lenderId !== undefined && { lenderId }) } }),
    done: ({ emailAddress }) => {
      addressTyped.set(emailAddress);
      onSent(emailAddress);
    },
  });
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <div className={classes.pair}>
        <TextField
          name="givenName"
          label="First name"
          autoComplete="given-name"
          error={fieldErrors['givenName']}
        />
        <TextField
          name="familyName"
          label="Last name"
          autoComplete="family-name"
          error={fieldErrors['familyName']}
        />
      </div>
      <EmailField name="emailAddress" initial={address} error={fieldErrors['emailAddress']} />
      <NewPasswordField name="password" label="Password" error={fieldErrors['password']} />
      <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
      <SubmitButton running={running}>Create account</SubmitButton>
    </form>
  );
}

function ConfirmForm({ username }: { username: string }) {
  const navigate = useNavigate();
  const { return: back } = useSearch({ from: routes.signup });
  const { form, fieldErrors, message, running, submit } = useAuthForm('confirmSignup', {
    fields: ['code'],
    request: ({ code }) => ({ body: { username, code } }),
    done: () =>
      void navigate({ to: routes.login, search: { confirmed: '', ...(back && { return: back }) } }),
  });
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <CodeField error={fieldErrors['code']} />
      <ResendButton username={username} />
      <Notices>{message !== null && <Notice hue="red">{message}</Notice>}</Notices>
      <SubmitButton running={running}>Confirm</SubmitButton>
    </form>
  );
}

export function SignupPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo === null) {
    return (
      <AuthFrame
        title="Create an account"
        lead="One account for all your loans, whichever the lender."
        foot={toLogin}
      >
        <SignupForm onSent={setSentTo} />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame
      title="Confirm your e-mail"
      lead={
        <>
          We sent a code to <strong>{sentTo}</strong>. It is good for {CODE_MINUTES} minutes, in
          this browser.
        </>
      }
      foot={
        <span>
          Not your address?{' '}
          <button
            type="button"
            className={`${classes.link} ${classes.plain}`}
            onClick={() => setSentTo(null)}
          >
            Go back
          </button>
        </span>
      }
    >
      <ConfirmForm username={sentTo} />
    </AuthFrame>
  );
}

import { Link, useNavigate } from '@tanstack/react-router';
import { routes } from '../../app/routes.ts';
import { countdown } from '../../format/dates.ts';
import { useStore } from '../../kit/store.ts';
import { addressTyped } from '../identity/addressTyped.ts';
import {
  EmailField,
  NewPasswordField,
  Notice,
  Notices,
  PasswordField,
  SubmitButton,
} from '../identity/AuthFields.tsx';
import { AuthFrame } from '../identity/AuthFrame.tsx';
import classes from '../identity/AuthFrame.module.css';
import { useAuthForm } from '../identity/useAuthForm.ts';
import { useSecondsLeft } from '../identity/useSecondsLeft.ts';

function NewPasswordForm() {
  const address = useStore(addressTyped);
  const navigate = useNavigate();
  const [secondsLeft, countDown] = useSecondsLeft();
  const { form, fieldErrors, message, running, submit } = useAuthForm('newPassword', {
    fields: ['username', 'oldPassword', 'newPassword'],
    request: (given) => ({ body: given }),
    done: () => void navigate({ to: routes.passwordUpdated }),
    refused: ({ headers }) => {
      if (headers.lockedUser) countDown(Date.now() + (headers.remainingLockedSeconds ?? 0) * 1000);
      return false;
    },
  });
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <EmailField name="username" initial={address} error={fieldErrors['username']} />
      <PasswordField
        name="oldPassword"
        label="Password until now"
        autoComplete="current-password"
        error={fieldErrors['oldPassword']}
      />
      <NewPasswordField
        name="newPassword"
        label="New password"
        error={fieldErrors['newPassword']}
      />
      <Notices>
        {message !== null && (
          <Notice hue="red">
            {message}
            {secondsLeft > 0 && (
              <>
                {' '}
                Try again in <span role="timer">{countdown(secondsLeft)}</span>.
              </>
            )}
          </Notice>
        )}
      </Notices>
      <SubmitButton running={running} disabled={secondsLeft > 0}>
        Save the new password
      </SubmitButton>
    </form>
  );
}

export function NewPasswordPage() {
  return (
    <AuthFrame
      title="Choose a new password"
      lead="Your password has expired. Choose another one to go on."
      foot={
        <>
          <span>
            Forgot the old one?{' '}
            <Link to={routes.forgotPassword} className={classes.link ?? ''}>
              Have a code sent
            </Link>
          </span>
          <span>
            <Link to={routes.login} className={classes.link ?? ''}>
              Back to log in
            </Link>
          </span>
        </>
      }
    >
      <NewPasswordForm />
    </AuthFrame>
  );
}

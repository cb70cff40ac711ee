import { Link, useNavigate } from '@tanstack/react-router';
import { routes } from '../../lib/routes.ts';
import { countdown } from '../../lib/format/dates.ts';
import { useStore } from '../../lib/store.ts';
import { typedEmail } from './typedEmail.ts';
import { Form } from '../../ui/Form.tsx';
import {
  EmailField,
  NewPasswordField,
  Notice,
  Notices,
  PasswordField,
  SubmitButton,
} from '../../ui/FormFields.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './AuthFrame.module.css';
import { useCallForm } from '../../lib/useCallForm.ts';
import { useSecondsLeft } from '../../lib/useSecondsLeft.ts';

function NewPasswordForm() {
  const address = useStore(typedEmail);
  const navigate = useNavigate();
  const [secondsLeft, countDown] = useSecondsLeft();
  const form = useCallForm('newPassword', {
    initialValues: { username: address, oldPassword: '', newPassword: '' },
    rules: async () => (await import('@cairn/contract/auth')).accounts.newPassword.body,
    request: (values) => ({ body: values }),
    onSuccess: () => void navigate({ to: routes.passwordUpdated }),
    onFailure: ({ headers }) => {
      if (headers.lockedUser) countDown(Date.now() + (headers.remainingLockedSeconds ?? 0) * 1000);
      return false;
    },
  });
  return (
    <Form
      form={form}
      notice={
        <Notices>
          {form.message !== null && (
            <Notice hue="red">
              {form.message}
              {secondsLeft > 0 && (
                <>
                  {' '}
                  Try again in <span role="timer">{countdown(secondsLeft)}</span>.
                </>
              )}
            </Notice>
          )}
        </Notices>
      }
      actions={
        <SubmitButton busy={form.busy} disabled={secondsLeft > 0}>
          Save new password
        </SubmitButton>
      }
    >
      <EmailField {...form.field('username')} />
      <PasswordField
        {...form.field('oldPassword')}
        label="Current password"
        autoComplete="current-password"
      />
      <NewPasswordField {...form.field('newPassword')} label="New password" />
    </Form>
  );
}

export function NewPasswordPage() {
  return (
    <AuthFrame
      title="Choose a new password"
      lead="Your password has expired. Choose a new one to continue."
      foot={
        <>
          <span>
            Forgot the old one?{' '}
            <Link to={routes.forgotPassword} className={classes.link ?? ''}>
              Get a code by email
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

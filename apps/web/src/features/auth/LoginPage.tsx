import { SESSION_EXPIRED_MESSAGE } from '@cairn/contract/constants';
import { IconLock } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useId } from 'react';
import { lenderIn, routes } from '../../lib/routes.ts';
import { countdown } from '../../lib/format/dates.ts';
import { useStore } from '../../lib/store.ts';
import { typedEmail } from './typedEmail.ts';
import { Form } from '../../ui/Form.tsx';
import { EmailField, Notice, Notices, PasswordField, SubmitButton } from '../../ui/FormFields.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './AuthFrame.module.css';
import { type LoginFailure, useLogin } from './useLogin.ts';

const LogOutQuestion = lazy(() => import('./LogOutQuestion.tsx'));
const CodeLogin = lazy(() => import('./CodeLogin.tsx'));

function LoginFailureNotice({
  failure,
  secondsLeft,
}: {
  failure: LoginFailure;
  secondsLeft: number;
}) {
  if (failure.kind === 'locked') {
    return (
      <Notice hue="red" icon={IconLock}>
        <strong>Too many attempts.</strong> This account is locked. Try again in{' '}
        <span role="timer">{countdown(secondsLeft)}</span>, or reset your password by email.
      </Notice>
    );
  }
  if (failure.kind === 'refused') return <Notice hue="red">{failure.message}</Notice>;
  return (
    <Notice hue="orange">
      <strong>That password didn’t match.</strong> You have one attempt left before this account is
      locked for 15 minutes.
    </Notice>
  );
}

const forgotLink = (
  <Link to={routes.forgotPassword} className={`${classes.link} ${classes.beside}`}>
    Forgot password?
  </Link>
);

function LoginForm() {
  const { form, fieldErrors, failure, secondsLeft, stopped, otherAddress } = useLogin();
  const address = useStore(typedEmail);
  const { confirmed, expired } = useSearch({ from: routes.login });
  const notice = useId();
  return (
    <Form
      form={form}
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === 'username') {
          typedEmail.set(target.value.trim());
          otherAddress();
        }
      }}
      aria-describedby={notice}
      notice={
        <Notices id={notice}>
          {failure && <LoginFailureNotice failure={failure} secondsLeft={secondsLeft} />}
        </Notices>
      }
      actions={
        <SubmitButton busy={form.busy} disabled={stopped}>
          Log in
        </SubmitButton>
      }
    >
      {confirmed !== undefined && !failure && (
        <Notice hue="green">
          <strong>Your account is ready.</strong> Log in with your new password.
        </Notice>
      )}
      {expired !== undefined && !failure && <Notice hue="orange">{SESSION_EXPIRED_MESSAGE}</Notice>}
      <EmailField name="username" defaultValue={address} error={fieldErrors['username']} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        error={fieldErrors['password']}
        beside={forgotLink}
      />
    </Form>
  );
}

function Foot({ byCode }: { byCode: boolean }) {
  const { return: back } = useSearch({ from: routes.login });
  // A user who was on the way to a lender's pages signs up as that lender's borrower.
  const lenderId = lenderIn(back);
  return (
    <>
      <span>
        <Link
          to={routes.login}
          search={({ with: _with, confirmed: _confirmed, ...rest }) =>
            byCode ? rest : { ...rest, with: 'code' as const }
          }
          className={classes.link ?? ''}
        >
          {byCode ? 'Log in with your password' : 'Log in with a code'}
        </Link>
      </span>
      <span>
        New here?{' '}
        <Link
          to={routes.signup}
          search={{ ...(lenderId && { lenderId }), ...(back && { return: back }) }}
          className={classes.link ?? ''}
        >
          Create an account
        </Link>
      </span>
    </>
  );
}

export function LoginPage() {
  const { with: way, return: back, logout } = useSearch({ from: routes.login });
  const byCode = way === 'code';
  const lenderId = lenderIn(back);
  if (logout !== undefined) {
    return (
      <Suspense fallback={null}>
        <LogOutQuestion />
      </Suspense>
    );
  }
  return (
    <AuthFrame
      title="Log in"
      lenderId={lenderId}
      lead={
        lenderId && back?.startsWith('/apply-now')
          ? 'Log in or create an account to apply.'
          : 'Use the email address your lender has on file.'
      }
      foot={<Foot byCode={byCode} />}
    >
      {byCode ? (
        <Suspense fallback={null}>
          <CodeLogin />
        </Suspense>
      ) : (
        <LoginForm />
      )}
    </AuthFrame>
  );
}

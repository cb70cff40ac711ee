import { SESSION_EXPIRED_MESSAGE } from '@cairn/contract/constants';
import { IconLock } from '@tabler/icons-react';
import { Link, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useId } from 'react';
import { routes } from '../../app/routes.ts';
import { countdown } from '../../format/dates.ts';
import { useStore } from '../../kit/store.ts';
import { addressTyped } from './addressTyped.ts';
import { EmailField, Notice, Notices, PasswordField, SubmitButton } from './AuthFields.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './AuthFrame.module.css';
import { type Refusal, useLogin } from './useLogin.ts';

const CodeLogin = lazy(() => import('../accounts/CodeLogin.tsx'));

function RefusalNotice({ refusal, secondsLeft }: { refusal: Refusal; secondsLeft: number }) {
  if (refusal.kind === 'locked') {
    return (
      <p className={classes.notice} data-hue="red">
        <IconLock size={17} stroke={1.7} aria-hidden />
        <span>
          <strong>Too many attempts.</strong> This account is locked. Try again in{' '}
          <span role="timer">{countdown(secondsLeft)}</span>, or choose a new password by e-mail.
        </span>
      </p>
    );
  }
  if (refusal.kind === 'refused') return <Notice hue="red">{refusal.message}</Notice>;
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
  const { form, fieldErrors, refusal, secondsLeft, stopped, running, submit, otherAddress } =
    useLogin();
  const address = useStore(addressTyped);
  const { confirmed, expired } = useSearch({ from: routes.login });
  const notice = useId();
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={submit}
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === 'username') {
          addressTyped.set(target.value.trim());
          otherAddress();
        }
      }}
      noValidate
      aria-describedby={notice}
    >
      {confirmed !== undefined && !refusal && (
        <Notice hue="green">
          <strong>Your account is ready.</strong> Log in with your new password.
        </Notice>
      )}
      {expired !== undefined && !refusal && <Notice hue="orange">{SESSION_EXPIRED_MESSAGE}</Notice>}
      <EmailField name="username" initial={address} error={fieldErrors['username']} />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        error={fieldErrors['password']}
        beside={forgotLink}
      />
      <Notices id={notice}>
        {refusal && <RefusalNotice refusal={refusal} secondsLeft={secondsLeft} />}
      </Notices>
      <SubmitButton running={running} disabled={stopped}>
        Log in
      </SubmitButton>
    </form>
  );
}

/** Somebody on the way to a lender's application is that lender's borrower-to-be. */
const lenderIn = (address: string | undefined) =>
  /^\/apply-now\/new\/([^/?]+)/.exec(address ?? '')?.[1];

function Foot({ byCode }: { byCode: boolean }) {
  const { return: back } = useSearch({ from: routes.login });
  const lenderId = lenderIn(back);
  return (
    <>
      <span>
        <Link
          to={routes.login}
          search={({ with: _with, confirmed: _confirmed, ...kept }) =>
            byCode ? kept : { ...kept, with: 'code' as const }
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
  const byCode = useSearch({ from: routes.login }).with === 'code';
  return (
    <AuthFrame
      title="Log in"
      lead="Use the e-mail address your lender has on file."
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

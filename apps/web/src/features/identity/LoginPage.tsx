import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconAlertCircle, IconEye, IconEyeOff, IconLock } from '@tabler/icons-react';
import { useId } from 'react';
import { countdown } from '../../format/dates.ts';
import { Mark } from '../../kit/Mark.tsx';
import { LoginArt } from './LoginArt.tsx';
import classes from './LoginPage.module.css';
import { type Refusal, useLogin } from './useLogin.ts';

const inputClasses = {
  input: classes.input ?? '',
  label: classes.label ?? '',
  error: classes.error ?? '',
};

function RefusalNotice({ refusal, secondsLeft }: { refusal: Refusal; secondsLeft: number }) {
  if (refusal.kind === 'locked') {
    return (
      <p className={classes.notice} data-hue="red">
        <IconLock size={17} stroke={1.7} aria-hidden />
        <span>
          <strong>Too many attempts.</strong> This account is locked. Try again in{' '}
          <span role="timer">{countdown(secondsLeft)}</span>.
        </span>
      </p>
    );
  }
  return (
    <p className={classes.notice} data-hue={refusal.kind === 'lastAttempt' ? 'orange' : 'red'}>
      <IconAlertCircle size={17} stroke={1.7} aria-hidden />
      {refusal.kind === 'lastAttempt' ? (
        <span>
          <strong>That password didn’t match.</strong> You have one attempt left before this account
          is locked for 15 minutes.
        </span>
      ) : (
        <span>{refusal.message}</span>
      )}
    </p>
  );
}

function EyeIcon({ reveal }: { reveal: boolean }) {
  const Icon = reveal ? IconEyeOff : IconEye;
  return <Icon className={classes.eye ?? ''} stroke={1.7} aria-hidden />;
}

function LoginForm() {
  const { form, fieldErrors, refusal, secondsLeft, running, submit } = useLogin();
  const notice = useId();
  return (
    <form
      ref={form}
      className={classes.form}
      onSubmit={submit}
      noValidate
      aria-describedby={notice}
    >
      <TextInput
        name="username"
        type="email"
        label="E-mail"
        autoComplete="username"
        inputMode="email"
        error={fieldErrors['username']}
        classNames={inputClasses}
      />
      <PasswordInput
        name="password"
        label="Password"
        autoComplete="current-password"
        error={fieldErrors['password']}
        classNames={{ ...inputClasses, innerInput: classes.inner ?? '' }}
        visibilityToggleIcon={EyeIcon}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password', tabIndex: 0 }}
      />
      <div id={notice} role="alert" className={classes.notices}>
        {refusal && <RefusalNotice refusal={refusal} secondsLeft={secondsLeft} />}
      </div>
      <Button type="submit" fullWidth loading={running} disabled={secondsLeft > 0} h={44} fz={15}>
        Log in
      </Button>
    </form>
  );
}

export function LoginPage() {
  return (
    <main id="main" className={classes.page} tabIndex={-1}>
      <LoginArt />
      <div className={classes.side}>
        <div className={classes.column}>
          <span className={classes.mark}>
            <Mark size={36} />
          </span>
          <h1 className={classes.title}>Log in</h1>
          <p className={classes.lead}>Use the e-mail address your lender has on file.</p>
          <LoginForm />
        </div>
      </div>
    </main>
  );
}

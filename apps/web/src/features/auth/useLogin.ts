import { LOCKED_SECONDS } from '@cairn/contract/constants';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { routes } from '../../lib/routes.ts';
import type { CallError } from '../../lib/CallError.ts';
import type { FieldErrors } from '../../lib/formValues.ts';
import { useAction } from '../../lib/useAction.ts';
import { typedEmail } from './typedEmail.ts';
import { forgetLock, readLock, rememberLastAttempt, rememberLockUntil } from './lockMemory.ts';
import { useEnter } from './useEnter.ts';
import { useSecondsLeft } from '../../lib/useSecondsLeft.ts';

export type LoginFailure =
  | { kind: 'locked'; until: number }
  | { kind: 'lastAttempt' }
  | { kind: 'refused'; message: string };

function loginFailureOf(error: CallError): LoginFailure {
  const { remainingLockedSeconds, lockedUser, oneLoginAttemptLeft } = error.headers;
  if (lockedUser || error.code === 'LOCKED_USER') {
    const seconds = remainingLockedSeconds ?? LOCKED_SECONDS;
    return { kind: 'locked', until: Date.now() + seconds * 1000 };
  }
  if (oneLoginAttemptLeft) return { kind: 'lastAttempt' };
  return { kind: 'refused', message: error.message };
}

function remember(failure: LoginFailure | null): void {
  forgetLock();
  if (failure?.kind === 'locked') rememberLockUntil(failure.until);
  if (failure?.kind === 'lastAttempt') rememberLastAttempt();
}

/** The lockout message that was shown before a reload, if the lockout is still on. */
function rememberedFailure(): LoginFailure | null {
  const { lockedUntil, lastAttempt } = readLock(document.cookie, Date.now());
  if (lockedUntil) return { kind: 'locked', until: lockedUntil };
  return lastAttempt ? { kind: 'lastAttempt' } : null;
}

function textOf(data: FormData, field: string): string {
  const value = data.get(field);
  return typeof value === 'string' ? value : '';
}

/** Reads its two fields without the form library to keep the first load of the application small. */
export function useLogin() {
  const navigate = useNavigate();
  const enter = useEnter();
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [failures, setFailures] = useState(0);
  const [failure, setFailure] = useState(rememberedFailure);
  const [secondsLeft, countDown] = useSecondsLeft(failure?.kind === 'locked' ? failure.until : 0);
  /** Only a lockout from the latest response blocks the form: a remembered one may concern another address. */
  const [stopped, setStopped] = useState(false);

  /** The page shows every failure itself, so a failed log-in shows no toast. */
  const onFailure = (error: CallError): boolean => {
    if (error.headers.passwordExpired) {
      void navigate({ to: routes.newPassword });
      return true;
    }
    setFieldErrors(error.fieldErrors);
    const isOfField = Object.keys(error.fieldErrors).length > 0;
    if (isOfField) setFailures((count) => count + 1);
    const why = isOfField ? null : loginFailureOf(error);
    setFailure(why);
    remember(why);
    setStopped(why?.kind === 'locked');
    if (why?.kind === 'locked') countDown(why.until);
    return true;
  };
  const login = useAction('login', { onFailure });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (stopped && secondsLeft > 0) return;
    const data = new FormData(event.currentTarget);
    const credentials = {
      username: textOf(data, 'username').trim(),
      password: textOf(data, 'password'),
    };
    const missing = Object.entries(credentials).filter(([, value]) => value === '');
    setFieldErrors(Object.fromEntries(missing.map(([field]) => [field, 'Required'])));
    if (missing.length > 0) {
      setFailure(null);
      setFailures((count) => count + 1);
      return;
    }
    typedEmail.set(credentials.username);
    login.mutate(
      { body: credentials },
      {
        onSuccess: () => {
          forgetLock();
          enter();
        },
      },
    );
  };

  const current = failure?.kind === 'locked' && secondsLeft === 0 ? null : failure;
  return {
    form: { message: null, busy: login.isPending, failures, submit },
    fieldErrors,
    failure: current,
    secondsLeft,
    stopped: stopped && secondsLeft > 0,
    /** Unblocks the form when the address changes, because the lockout concerns one account only. */
    otherAddress: () => setStopped(false),
  };
}

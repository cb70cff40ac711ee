import { LOCKED_SECONDS } from '@cairn/contract/constants';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { routes } from '../../app/routes.ts';
import type { CallError } from '../../kit/CallError.ts';
import { queryClient } from '../../kit/queries.ts';
import { signedIn } from '../../kit/session.ts';
import { useAction } from '../../kit/useAction.ts';
import { addressTyped } from './addressTyped.ts';
import { forgetLock, readLock, rememberLastAttempt, rememberLockUntil } from './lockMemory.ts';
import { useEnter } from './useEnter.ts';
import { useSecondsLeft } from './useSecondsLeft.ts';

export type Refusal =
  | { kind: 'locked'; until: number }
  | { kind: 'lastAttempt' }
  | { kind: 'refused'; message: string };

type FieldErrors = Record<string, string>;

function missingFields(given: { username: string; password: string }): FieldErrors {
  const empty = Object.entries(given).filter(([, value]) => value === '');
  return Object.fromEntries(empty.map(([name]) => [name, 'Required']));
}

function refusalOf(error: CallError): Refusal {
  const { remainingLockedSeconds, lockedUser, oneLoginAttemptLeft } = error.headers;
  if (lockedUser || error.code === 'LOCKED_USER') {
    const seconds = remainingLockedSeconds ?? LOCKED_SECONDS;
    return { kind: 'locked', until: Date.now() + seconds * 1000 };
  }
  if (oneLoginAttemptLeft) return { kind: 'lastAttempt' };
  return { kind: 'refused', message: error.message };
}

function remember(refusal: Refusal | null): void {
  forgetLock();
  if (refusal?.kind === 'locked') rememberLockUntil(refusal.until);
  if (refusal?.kind === 'lastAttempt') rememberLastAttempt();
}

/** What the page said before it was loaded again. */
function rememberedRefusal(): Refusal | null {
  const { lockedUntil, lastAttempt } = readLock(document.cookie, Date.now());
  if (lockedUntil) return { kind: 'locked', until: lockedUntil };
  return lastAttempt ? { kind: 'lastAttempt' } : null;
}

/** Opened with ?logout, the page ends the session first, then shows a clean address. */
function useLogoutFirst() {
  const { logout } = useSearch({ from: routes.login });
  const navigate = useNavigate();
  const { mutateAsync: endSession } = useAction('logout');
  const asked = logout !== undefined;
  useEffect(() => {
    if (!asked) return;
    signedIn.set(false);
    queryClient.clear();
    // A failure has already been said; either way there is nothing left to do here but log in.
    endSession({})
      .catch(() => null)
      .finally(() => void navigate({ to: routes.login, replace: true }));
  }, [asked, endSession, navigate]);
}

function textOf(data: FormData, field: string): string {
  const value = data.get(field);
  return typeof value === 'string' ? value : '';
}

export function useLogin() {
  const navigate = useNavigate();
  const enter = useEnter();
  const form = useRef<HTMLFormElement>(null);
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState(rememberedRefusal);
  const [secondsLeft, countDown] = useSecondsLeft(refusal?.kind === 'locked' ? refusal.until : 0);
  /** Whose lock a remembered one is, nobody knows: only one that was just answered stops the form. */
  const [stopped, setStopped] = useState(false);
  useLogoutFirst();

  /** The page says itself what went wrong: a log-in never raises a toast. */
  const onFailure = (error: CallError): boolean => {
    if (error.headers.passwordExpired) {
      void navigate({ to: routes.newPassword });
      return true;
    }
    setFieldErrors(error.fieldErrors);
    const named = Object.keys(error.fieldErrors).length > 0;
    const why = named ? null : refusalOf(error);
    setRefusal(why);
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
    const given = {
      username: textOf(data, 'username').trim(),
      password: textOf(data, 'password'),
    };
    const missing = missingFields(given);
    setFieldErrors(missing);
    const first = Object.keys(missing)[0];
    if (first !== undefined) {
      setRefusal(null);
      form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
      return;
    }
    addressTyped.set(given.username);
    login.mutate(
      { body: given },
      {
        onSuccess: () => {
          forgetLock();
          enter();
        },
      },
    );
  };

  const shown = refusal?.kind === 'locked' && secondsLeft === 0 ? null : refusal;
  return {
    form,
    fieldErrors,
    refusal: shown,
    secondsLeft,
    stopped: stopped && secondsLeft > 0,
    running: login.isPending,
    submit,
    /** Somebody else may be at the keyboard. */
    otherAddress: () => setStopped(false),
  };
}

import { LOCKED_SECONDS } from '@cairn/contract/constants';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { routes } from '../../app/routes.ts';
import type { CallError } from '../../kit/CallError.ts';
import { queryClient } from '../../kit/queries.ts';
import { signedIn } from '../../kit/session.ts';
import { useAction } from '../../kit/useAction.ts';
import { addressTyped } from './addressTyped.ts';
import { useEnter } from './useEnter.ts';
import { useSecondsLeft } from './useSecondsLeft.ts';

export type Refusal =
  | { kind: 'locked'; seconds: number }
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
    return { kind: 'locked', seconds: remainingLockedSeconds ?? LOCKED_SECONDS };
  }
  if (oneLoginAttemptLeft) return { kind: 'lastAttempt' };
  return { kind: 'refused', message: error.message };
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
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [secondsLeft, countDown] = useSecondsLeft();
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
    if (why?.kind === 'locked') countDown(Date.now() + why.seconds * 1000);
    return true;
  };
  const login = useAction('login', { onFailure });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (secondsLeft > 0) return;
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
    login.mutate({ body: given }, { onSuccess: enter });
  };

  const shown = refusal?.kind === 'locked' && secondsLeft === 0 ? null : refusal;
  return { form, fieldErrors, refusal: shown, secondsLeft, running: login.isPending, submit };
}

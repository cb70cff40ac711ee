import { LOCKED_SECONDS } from '@cairn/contract/constants';

/**
 * Keeps the log-in page's lockout message over a reload. The cookies hold only the end of the lockout, not the account.
 * Only the server decides whether an account is locked.
 */
const LOCK_UNTIL = 'lock-until';
const LAST_ATTEMPT_SHOWN = 'lock-message-shown';

export interface RememberedLock {
  lockedUntil: number | null;
  lastAttempt: boolean;
}

function keep(name: string, until: number): void {
  const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
  document.cookie = `${name}=${until}; path=/auth; max-age=${seconds}; samesite=strict; secure`;
}

/** Accepts only a moment in the future and within the longest lockout, because anyone can write a cookie. */
function momentIn(cookies: string, name: string, now: number): number | null {
  const value = new RegExp(`(?:^|;\\s*)${name}=(\\d{1,15})(?:;|$)`).exec(cookies)?.[1];
  const moment = Number(value);
  return value && moment > now && moment <= now + LOCKED_SECONDS * 1000 ? moment : null;
}

export const readLock = (cookies: string, now: number): RememberedLock => ({
  lockedUntil: momentIn(cookies, LOCK_UNTIL, now),
  lastAttempt: momentIn(cookies, LAST_ATTEMPT_SHOWN, now) !== null,
});

export const rememberLockUntil = (until: number): void => keep(LOCK_UNTIL, until);

export const rememberLastAttempt = (): void =>
  keep(LAST_ATTEMPT_SHOWN, Date.now() + LOCKED_SECONDS * 1000);

export function forgetLock(): void {
  keep(LOCK_UNTIL, 0);
  keep(LAST_ATTEMPT_SHOWN, 0);
}

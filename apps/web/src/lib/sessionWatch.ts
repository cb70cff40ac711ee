/** Warns the user before the session ends, and detects that it has ended. */
import { CallError } from './CallError.ts';
import { send } from './client.ts';
import { sessionExpired } from './session.ts';
import { noteSession, sessionEnd, type SessionEnd } from './sessionEnd.ts';
import { createStore } from './store.ts';

const WARN_MS = 120_000;
const TICK_MS = 500;

/** Whole seconds until the session ends; null until it is time for the warning. */
export const endingIn = createStore<number | null>(null);

/**
 * How long before the end the warning is shown: two minutes, or a third of the session if it is set to be very short.
 */
export const warnsAt = ({ lasts }: Pick<SessionEnd, 'lasts'>): number =>
  Math.min(WARN_MS, lasts / 3);

export function secondsToSay(end: SessionEnd | null, now: number): number | null {
  if (!end) return null;
  const left = end.at - now;
  return left > warnsAt(end) ? null : Math.max(0, Math.ceil(left / 1000));
}

/** Seconds left at which screen readers announce the end of the session. */
const SAID_AT = [120, 60, 30, 10];

/**
 * Whether to announce the remaining time now. A busy page can skip a second, so a threshold that was passed is
 * announced with the next value.
 */
export const isSaid = (before: number | null, left: number): boolean =>
  left > 0 && SAID_AT.some((at) => left <= at && (before === null ? left === at : before > at));

/**
 * Asks the server whether the session has ended, because another tab or another page of the app may have extended it.
 */
async function findOut(): Promise<void> {
  try {
    const user = await send('getLoggedUser', {});
    noteSession(user.sessionSeconds);
  } catch (failure) {
    if (failure instanceof CallError && failure.status === 401) sessionExpired();
  }
}

export function watchSession(): () => void {
  let asking = false;
  const look = (): void => {
    const left = secondsToSay(sessionEnd.get(), Date.now());
    endingIn.set(left);
    if (left !== 0 || asking) return;
    asking = true;
    void findOut().finally(() => {
      asking = false;
    });
  };
  const timer = window.setInterval(look, TICK_MS);
  // Timers are late in a background tab and after a laptop has slept, so the time is also checked when the tab becomes
  // visible.
  document.addEventListener('visibilitychange', look);
  return () => {
    window.clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    endingIn.set(null);
    sessionEnd.set(null);
  };
}

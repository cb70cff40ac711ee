/** Warns before the session ends, and finds out when it has. */
import { CallError } from './CallError.ts';
import { send } from './client.ts';
import { sessionExpired } from './session.ts';
import { noteSession, sessionEnd, type SessionEnd } from './sessionEnd.ts';
import { createStore } from './store.ts';

const WARN_MS = 120_000;
const TICK_MS = 500;

/** Whole seconds until the end, while there are few enough to say so. */
export const endingIn = createStore<number | null>(null);

/** Two minutes before the end; a third of the time where a session is set to be very short. */
export const warnsAt = ({ lasts }: Pick<SessionEnd, 'lasts'>): number =>
  Math.min(WARN_MS, lasts / 3);

export function secondsToSay(end: SessionEnd | null, now: number): number | null {
  if (!end) return null;
  const left = end.at - now;
  return left > warnsAt(end) ? null : Math.max(0, Math.ceil(left / 1000));
}

/** Seconds left at which screen readers announce the end of the session. */
const SAID_AT = [120, 60, 30, 10];

/** A busy page is late for a second now and then: what it passed is said with the next one. */
export const isSaid = (before: number | null, left: number): boolean =>
  left > 0 && SAID_AT.some((at) => left <= at && (before === null ? left === at : before > at));

/** Another browser tab, or another page of ours, may have prolonged it: the server knows. */
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
  // A tab in the background, or a laptop that slept, is late.
  document.addEventListener('visibilitychange', look);
  return () => {
    window.clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
    endingIn.set(null);
    sessionEnd.set(null);
  };
}

import { prolongSession, sessionEnd } from './sessionEnd.ts';
import { warnsAt } from './sessionWatch.ts';

/** Far below the 30 minutes after which an inactive session ends. */
const TELL_EVERY_MS = 5 * 60_000;
const tellEvery = (): number => Math.min(TELL_EVERY_MS, (sessionEnd.get()?.lasts ?? Infinity) / 6);

/** While the session warning is shown, only its button extends the session. */
function isWarned(): boolean {
  const end = sessionEnd.get();
  return end !== null && end.at - Date.now() <= warnsAt(end);
}

/** Reports user activity to the server at intervals, which extends the session. Returns a function that stops it. */
export function tellOfPresence(): () => void {
  let reportedAt = Date.now();
  let later: number | undefined;
  const tell = (): void => {
    window.clearTimeout(later);
    later = undefined;
    reportedAt = Date.now();
    void prolongSession();
  };
  const notePresence = (): void => {
    if (later !== undefined || isWarned()) return;
    const wait = reportedAt + tellEvery() - Date.now();
    // One delayed report covers all activity until then, including the last key press.
    if (wait <= 0) tell();
    else later = window.setTimeout(tell, wait);
  };
  addEventListener('pointerdown', notePresence);
  addEventListener('keydown', notePresence);
  return () => {
    window.clearTimeout(later);
    removeEventListener('pointerdown', notePresence);
    removeEventListener('keydown', notePresence);
  };
}

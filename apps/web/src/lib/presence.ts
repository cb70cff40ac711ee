import { prolongSession, sessionEnd } from './sessionEnd.ts';
import { warnsAt } from './sessionWatch.ts';

/** Well within the half hour after which a session without anybody there ends. */
const TELL_EVERY_MS = 5 * 60_000;
const tellEvery = (): number => Math.min(TELL_EVERY_MS, (sessionEnd.get()?.lasts ?? Infinity) / 6);

/** While the warning is shown, only its own button counts as activity. */
function isWarned(): boolean {
  const end = sessionEnd.get();
  return end !== null && end.at - Date.now() <= warnsAt(end);
}

/** Reports user activity to the server now and then. Returns how to stop. */
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
    // Told once for all that happens meanwhile, so that the last key press counts, too.
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

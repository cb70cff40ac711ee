import { createStore } from '../store.ts';

/** The time zone that the user has chosen; undefined means the time zone of the browser. */
export const timeZone = createStore<string | undefined>(undefined);

/**
 * Sets the time zone. A zone that the browser does not know is ignored, because a local date is better than a wrong
 * one.
 */
export function chooseZone(id: string | null | undefined): void {
  // This runs before every navigation, and validating a zone takes longer than the rest of that work.
  if (id === timeZone.get()) return;
  timeZone.set(id && isKnown(id) ? id : undefined);
}

function isKnown(id: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: id }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

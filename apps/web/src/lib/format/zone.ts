import { createStore } from '../store.ts';

/** The time zone that a person has chosen; undefined: wherever the browser is. */
export const timeZone = createStore<string | undefined>(undefined);

/** A zone that this browser does not know is none: a wrong date would be worse than a local one. */
export function chooseZone(id: string | null | undefined): void {
  // Asked on the way to every page; to find out costs more than the rest of the way.
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

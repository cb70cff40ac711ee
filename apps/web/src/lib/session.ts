import { createStore } from './store.ts';

/** Whether a user is logged in, as far as this page knows. */
export const signedIn = createStore(false);

let leave: () => void = () => undefined;

/** The router says how to get to the log-in page; lib does not know the routes. */
export function whenSessionEnds(go: () => void): void {
  leave = go;
}

/** Several calls may find out at once; the page is left once, and the next one says why. */
export function sessionExpired(): void {
  if (!signedIn.get()) return;
  signedIn.set(false);
  leave();
}

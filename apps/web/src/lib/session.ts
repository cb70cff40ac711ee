import { createStore } from './store.ts';

/** Whether a user is logged in, according to this page. */
export const signedIn = createStore(false);

let leave: () => void = () => undefined;

/** Sets the navigation to the login page. The router sets it, because lib must not import the router. */
export function whenSessionEnds(go: () => void): void {
  leave = go;
}

/** Ends the session on this page. Several calls can fail at the same time, but only the first one leaves the page. */
export function sessionExpired(): void {
  if (!signedIn.get()) return;
  signedIn.set(false);
  leave();
}

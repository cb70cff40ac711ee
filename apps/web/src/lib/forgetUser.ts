/**
 * After every log-out, from whichever page: what this browser keeps of the user is erased, and preferences stay. A
 * session that ended by itself erases nothing: drafts are there again for the same user.
 */
import { queryClient } from './queries.ts';
import { signedIn } from './session.ts';

export function forgetUser(): void {
  signedIn.set(false);
  queryClient.clear();
  try {
    // The draft of a new loan, and the secret of an upload session.
    sessionStorage.clear();
    // Photographed pages, files from a phone's share sheet, and uploads that were started.
    for (const name of ['cairn-pages', 'cairn-shared', 'cairn-uploads']) {
      localStorage.removeItem(name);
      indexedDB.deleteDatabase(name);
    }
  } catch {
    // Private windows may refuse storage: then there is nothing to erase.
  }
}

/** A log-out that fails leaves the user logged in: then everything stays. */
export async function forgetUserAfter(logout: Promise<unknown>): Promise<void> {
  await logout;
  forgetUser();
}

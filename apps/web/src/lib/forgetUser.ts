/**
 * Erases the data that this browser keeps about the user after every logout; preferences stay. A session that expires
 * erases nothing, so that the same user finds their drafts again.
 */
import { queryClient } from './queries.ts';
import { signedIn } from './session.ts';

export function forgetUser(): void {
  signedIn.set(false);
  queryClient.clear();
  try {
    // The draft of a new loan, and the secret of an upload session.
    sessionStorage.clear();
    // Photographed pages, files from a phone's share sheet, and unfinished uploads.
    for (const name of ['cairn-pages', 'cairn-shared', 'cairn-uploads']) {
      localStorage.removeItem(name);
      indexedDB.deleteDatabase(name);
    }
  } catch {
    // Private windows may deny access to storage. Then there is nothing to erase.
  }
}

/** Erases nothing if the logout fails, because the user is then still logged in. */
export async function forgetUserAfter(logout: Promise<unknown>): Promise<void> {
  await logout;
  forgetUser();
}

import type { BrowserCall } from './calls.ts';
import { CallError } from './CallError.ts';
import { NO_ACCESS_MESSAGE, noAccess } from './noAccess.ts';
import { sessionExpired, signedIn } from './session.ts';
import { toast } from './toast.ts';

const neverToasts = (call: BrowserCall, error: CallError): boolean =>
  call.silent || (call.method === 'GET' && (error.status === 401 || error.status === 302));

function noAccessMessage(error: CallError): string {
  return error.message === 'UNAUTHORIZED' ? NO_ACCESS_MESSAGE : error.message;
}

/**
 * Handles a failed call. In this order: the page's own handler, the no-access dialog for a forbidden action, the login
 * page for a lost session, and a toast for everything else. A forbidden action must not look like a lost session, so it
 * is checked first.
 */
export function reportFailure(
  error: unknown,
  call: BrowserCall,
  onFailure?: (error: CallError) => boolean,
): void {
  if (!(error instanceof CallError)) throw error;
  // The call was aborted because the user navigated away.
  if (error.failure === 'request aborted') return;
  // The maintenance page already shows it.
  if (error.code === 'MAINTENANCE') return;
  if (onFailure?.(error)) return;
  if (error.status === 403 && error.code === 'UNAUTHORIZED') {
    noAccess.set({ message: noAccessMessage(error), severity: 'warning' });
    return;
  }
  if ((error.status === 401 || error.status === 403) && signedIn.get()) {
    sessionExpired();
    return;
  }
  if (!neverToasts(call, error)) toast.error(error.message);
}

/** Set by the application that shows our pages inside itself: it has told its people already. */
const APP_PLATFORM = 'app-platform';
const KEY = 'cairn-cookies-seen';

export const insideApp = (cookies: string): boolean =>
  cookies.split(';').some((cookie) => cookie.trim().split('=')[0] === APP_PLATFORM);

/** Storage may be forbidden: then it is said again on the next page, and nothing is kept. */
function hasSeenNotice(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function keepSeen(): void {
  try {
    localStorage.setItem(KEY, 'yes');
  } catch {
    // It was read on this page; that has to do.
  }
}

export const mustAsk = (): boolean => !insideApp(document.cookie) && !hasSeenNotice();

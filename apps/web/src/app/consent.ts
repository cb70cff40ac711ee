/** Set by an application that embeds our pages and shows a cookie notice of its own. */
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
    // Storage is not available: the notice is dismissed for this page only.
  }
}

export const mustAsk = (): boolean => !insideApp(document.cookie) && !hasSeenNotice();

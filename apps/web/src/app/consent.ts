/** A cookie set by an application that embeds these pages and shows its own cookie notice. */
const APP_PLATFORM = 'app-platform';
const KEY = 'cairn-cookies-seen';

export const insideApp = (cookies: string): boolean =>
  cookies.split(';').some((cookie) => cookie.trim().split('=')[0] === APP_PLATFORM);

/** False if storage is not available: the notice then shows again on the next page load. */
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

/**
 * The secret of the visitor's session, kept for this tab only. The page's URL never contains it, and the server accepts
 * it only together with the browser's cookie.
 */
const keyOf = (lenderUniqueCode: string): string => `cairn-upload-session ${lenderUniqueCode}`;

export const readSecret = (lenderUniqueCode: string): string | null =>
  window.sessionStorage.getItem(keyOf(lenderUniqueCode));

export const keepSecret = (lenderUniqueCode: string, secret: string): void =>
  window.sessionStorage.setItem(keyOf(lenderUniqueCode), secret);

export const forgetSecret = (lenderUniqueCode: string): void =>
  window.sessionStorage.removeItem(keyOf(lenderUniqueCode));

/** "23 h 40 min", "27 min", "1 min". */
export function formatTimeLeft(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

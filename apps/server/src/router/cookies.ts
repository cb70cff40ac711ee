/**
 * Keeps the cookies of the cells apart in the browser: no cell receives the session of another one, and the session in
 * the home cell lasts while its user works in another cell.
 */
const OURS = /^(?:__Host-)?cairn-/;
const NAMED = /^((?:__Host-)?cairn-[a-z]+)\.([a-z][a-z0-9]*)$/;

export const cellCookie = (isSecure: boolean): string => `${isSecure ? '__Host-' : ''}cairn-cell`;

export function parseCookies(header: string | undefined): [name: string, value: string][] {
  return (header ?? '')
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const at = part.indexOf('=');
      return at < 0 ? [part, ''] : [part.slice(0, at), part.slice(at + 1)];
    });
}

/** The Cookie header that one cell receives. */
export function cookiesFor(cell: string, header: string | undefined): string {
  return parseCookies(header)
    .flatMap(([name, value]) => {
      const [, own, of] = NAMED.exec(name) ?? [];
      if (own !== undefined) return of === cell ? [`${own}=${value}`] : [];
      return OURS.test(name) ? [] : [`${name}=${value}`];
    })
    .join('; ');
}

/** The Set-Cookie header of a cell, as the browser receives it. */
export const cookieOf = (cell: string, header: string): string =>
  header.replace(/^((?:__Host-)?cairn-[a-z]+)=/, `$1.${cell}=`);

export const startsSession = (headers: readonly string[]): boolean =>
  headers.some((header) => /^(?:__Host-)?cairn-session=[^;]/.test(header));

/** The cells in which the browser has a session, each with the session cookie. */
export function sessionsIn(header: string | undefined): { cookie: string; cell: string }[] {
  const names = new Set(parseCookies(header).map(([name]) => name));
  return [...names].flatMap((cookie) => {
    const [, own, cell] = NAMED.exec(cookie) ?? [];
    return cell !== undefined && own!.endsWith('cairn-session') ? [{ cookie, cell }] : [];
  });
}

/**
 * A browser keeps the cookies of each cell apart: no cell is sent a session of another one, and the session at home goes on
 * while its user works in another cell.
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

/** The Cookie header as one cell gets it. */
export function cookiesFor(cell: string, header: string | undefined): string {
  return parseCookies(header)
    .flatMap(([name, value]) => {
      const [, own, of] = NAMED.exec(name) ?? [];
      if (own !== undefined) return of === cell ? [`${own}=${value}`] : [];
      return OURS.test(name) ? [] : [`${name}=${value}`];
    })
    .join('; ');
}

/** A Set-Cookie header of a cell as the browser gets it. */
export const cookieOf = (cell: string, header: string): string =>
  header.replace(/^((?:__Host-)?cairn-[a-z]+)=/, `$1.${cell}=`);

export const startsSession = (headers: readonly string[]): boolean =>
  headers.some((header) => /^(?:__Host-)?cairn-session=[^;]/.test(header));

/** In which cells the browser has a session, and the cookie that holds it. */
export function sessionsIn(header: string | undefined): { cookie: string; cell: string }[] {
  const names = new Set(parseCookies(header).map(([name]) => name));
  return [...names].flatMap((cookie) => {
    const [, own, cell] = NAMED.exec(cookie) ?? [];
    return cell !== undefined && own!.endsWith('cairn-session') ? [{ cookie, cell }] : [];
  });
}

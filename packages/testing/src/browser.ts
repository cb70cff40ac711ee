/** A browser: keeps cookies and sends a user agent. */
import type { Answer, TestServer } from './server.ts';

export const setCookies = ({ headers }: Pick<Answer, 'headers'>): string =>
  [headers['set-cookie']].flat().join('\n');

export function openBrowser(server: TestServer, userAgent = 'a test') {
  const cookies = new Map<string, string>();
  const call: TestServer['call'] = async (name, request, as = {}) => {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const headers = { 'user-agent': userAgent, ...as.headers, ...(cookie && { cookie }) };
    const answer = await server.call(name, request, { ...as, headers });
    for (const [, key, value] of setCookies(answer).matchAll(/^([\w-]+)=([\w-]*);/gm)) {
      cookies.set(key!, value!);
    }
    return answer;
  };
  return {
    call,
    cookies,
    login: (account: { emailAddress: string }, password: string) =>
      call('login', { body: { username: account.emailAddress, password } }),
  };
}
export type Browser = ReturnType<typeof openBrowser>;

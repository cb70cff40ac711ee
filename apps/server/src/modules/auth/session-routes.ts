import { sessions } from '@cairn/contract/auth';
import type { Homes } from '../../platform/cells/cells.ts';
import { routes } from '../../platform/handler.ts';
import { hashToken } from '../../platform/crypto.ts';
import { ApiError } from '../../platform/api-error.ts';
import { presentSignedIn, presentUser } from './present.ts';
import { signIn } from './sign-in.ts';
import { findLoggedUser, prolongSession } from './store.ts';
import { isSignedIn, endSession } from './session.ts';

export const sessionRoutes = (config: {
  version: string;
  secretKey: string;
  sessionIdleSeconds: number;
  homes: Homes;
}) =>
  routes(sessions, {
    login: async ({ body, reads, write, http }) => {
      const signedIn = await signIn({ ...config, reads, write, http }, body);
      http.startSession(signedIn.token, signedIn.deviceToken);
      http.securityEvent('login.succeeded', { accountId: signedIn.account.id });
      return presentSignedIn(signedIn);
    },

    logout: async ({ write, http }) => {
      const token = http.sessionToken;
      if (token) await write((tx) => endSession(tx, token));
      http.endSession();
      return { success: true };
    },

    // A GET must not end a session, because mail scanners and foreign pages open links: the page does it with a POST.
    logoutAddress: async ({ http }) => http.redirect('/auth/login?logout'),

    isAuthenticated: async ({ reads, http }) => ({
      success: await isSignedIn(reads, http.sessionToken),
    }),

    updateCookieTimeout: async ({ write, http }) => {
      const end = await write((tx) => prolongSession(tx, hashToken(http.sessionToken ?? '')));
      if (!end) throw new ApiError('SESSION_EXPIRED');
      return { sessionEndsAt: end.endsAt, sessionSeconds: Math.max(0, end.secondsLeft) };
    },

    getLoggedUser: async ({ reads, http }) => {
      const user = await findLoggedUser(reads, hashToken(http.sessionToken ?? ''));
      if (!user) throw new ApiError('SESSION_EXPIRED');
      return { ...presentUser(user), eventPosition: user.event_position };
    },

    getVersion: async () => ({ version: config.version }),
  });

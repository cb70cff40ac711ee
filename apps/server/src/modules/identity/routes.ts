import { identity } from '@cairn/contract/identity';
import { routes } from '../../platform/call.ts';
import { hashToken } from '../../platform/crypto.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { PLATFORM_COMPANY } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import { presentSignedIn, presentUser } from './present.ts';
import { signIn } from './sign-in.ts';
import { deleteSession, findLoggedUser, prolongSession } from './store.ts';

export const identityRoutes = (config: {
  version: string;
  secretKey: string;
  sessionIdleSeconds: number;
}) =>
  routes(identity, {
    login: async ({ body, reads, write, exchange }) => {
      const signedIn = await signIn({ ...config, reads, write, exchange }, body);
      exchange.startSession(signedIn.token, signedIn.deviceToken);
      return presentSignedIn(signedIn);
    },

    logout: async ({ write, exchange }) => {
      const token = exchange.sessionToken;
      if (token) await write((tx) => endSession(tx, token));
      exchange.endSession();
      return { success: true };
    },

    // A link that a mail scanner or a foreign page opens must end nothing: the page does, by POST.
    logoutAddress: async ({ exchange }) => exchange.redirect('/auth/login?logout'),

    isAuthenticated: async ({ reads, exchange }) => ({
      success: await isSignedIn(reads, exchange.sessionToken),
    }),

    updateCookieTimeout: async ({ write, exchange }) => {
      const end = await write((tx) => prolongSession(tx, hashToken(exchange.sessionToken ?? '')));
      if (!end) throw new Refusal('SESSION_EXPIRED');
      return { sessionEndsAt: end.endsAt, sessionSeconds: Math.max(0, end.secondsLeft) };
    },

    getLoggedUser: async ({ reads, exchange }) => {
      const user = await findLoggedUser(reads, hashToken(exchange.sessionToken ?? ''));
      if (!user) throw new Refusal('SESSION_EXPIRED');
      return { ...presentUser(user), eventPosition: user.event_position };
    },

    getVersion: async () => ({ version: config.version }),
  });

/** For calls that anybody may make, and that say more to somebody who is signed in. */
export async function isSignedIn(reads: Queries, token: string | undefined): Promise<boolean> {
  const user = token ? await findLoggedUser(reads, hashToken(token)) : undefined;
  return user !== undefined && new Date(user.ends_at) > new Date();
}

async function endSession(tx: Tx, token: string): Promise<void> {
  const accountId = await deleteSession(tx, hashToken(token));
  if (!accountId) return;
  record(tx, {
    kind: 'session.ended',
    companyId: PLATFORM_COMPANY,
    actorId: accountId,
    accountId,
    changes: ['session'],
  });
}

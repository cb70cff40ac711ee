import { accounts } from '@cairn/contract/accounts';
import { routes } from '../../platform/call.ts';
import { hashPassword, hashToken } from '../../platform/crypto.ts';
import type { Db } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  findAccount,
  findAccountById,
  liftLock,
  presentSignedIn,
  refuseExpired,
  startSession,
  withPassword,
} from '../identity/index.ts';
import { changePassword, createAccount, startReset } from './changes.ts';
import { askForCode, withCode } from './confirming.ts';
import { withOwnPassword } from './own-password.ts';
import { refuseWeak, SAME_AS_BEFORE, weak, type Owner } from './passwords.ts';

const DONE = { success: true };

interface Parts {
  readonly secretKey: string;
  readonly sessionIdleSeconds: number;
  readonly db: Db;
}

export const accountRoutes = ({ secretKey, sessionIdleSeconds, db }: Parts) =>
  routes(accounts, {
    signup: async ({ body, reads, write, exchange }) => {
      const { emailAddress, password, givenName, familyName, lenderId } = body;
      refuseWeak('password', password, body);
      const passwordHash = await hashPassword(password);
      const account = await findAccount(reads, emailAddress);
      await write((tx) =>
        askForCode(tx, secretKey, {
          occasion: 'signup',
          to: emailAddress,
          accountId: account?.id,
          browser: exchange.markBrowser(),
          signUp: { givenName, familyName, passwordHash, ...(lenderId && { lenderId }) },
        }),
      );
      return DONE;
    },

    confirmSignup: async ({ body, write, exchange }) => {
      await withCode(
        { write, secretKey },
        shown(body),
        exchange.browserToken,
        async (tx, confirmed) => {
          // Only whoever reads the mail gets here: they may know that they have an account.
          if (confirmed.accountId) throw new Refusal('ACCOUNT_EXISTS');
          if (!confirmed.signUp) throw new Refusal('WRONG_CODE');
          await createAccount(tx, confirmed.to, confirmed.signUp);
        },
      );
      return DONE;
    },

    resendConfirmationCode: async ({ body, reads, write, exchange }) => {
      const account = await findAccount(reads, body.username);
      await write((tx) =>
        askForCode(tx, secretKey, {
          occasion: 'login',
          to: body.username,
          accountId: account?.id,
          browser: exchange.markBrowser(),
        }),
      );
      return DONE;
    },

    loginWithConfirmCode: async ({ body, write, exchange }) => {
      const signedIn = await withCode(
        { write, secretKey },
        shown(body),
        exchange.browserToken,
        async (tx, who) => {
          const account = who.accountId ? await findAccountById(tx, who.accountId) : undefined;
          if (!account) throw new Refusal('WRONG_CODE');
          // The code stays good: with it a new password can be chosen.
          await refuseExpired(tx, account);
          liftLock(tx, secretKey, account.email_address);
          return startSession(tx, account, { exchange, sessionIdleSeconds });
        },
      );
      exchange.startSession(signedIn.token, signedIn.deviceToken);
      return presentSignedIn(signedIn);
    },

    forgotPassword: async ({ body, reads, write, exchange }) => {
      const account = await findAccount(reads, body.username);
      await write((tx) =>
        askForCode(tx, secretKey, {
          occasion: 'reset',
          to: body.username,
          accountId: account?.id,
          browser: exchange.markBrowser(),
        }),
      );
      return DONE;
    },

    confirmForgotPassword: async ({ body, write, exchange }) => {
      refuseWeak('newPassword', body.newPassword, { emailAddress: body.username });
      const passwordHash = await hashPassword(body.newPassword);
      await withCode(
        { write, secretKey },
        shown(body),
        exchange.browserToken,
        async (tx, confirmed) => {
          const account = confirmed.accountId && (await findAccountById(tx, confirmed.accountId));
          if (!account) throw new Refusal('WRONG_CODE');
          refuseWeak('newPassword', body.newPassword, ownerOf(account));
          liftLock(tx, secretKey, account.email_address);
          await changePassword(tx, account.id, passwordHash);
        },
      );
      return DONE;
    },

    newPassword: async ({ body, reads, write, exchange }) => {
      const { username, oldPassword, newPassword } = body;
      refuseWeak('newPassword', newPassword, { emailAddress: username });
      if (newPassword === oldPassword) throw weak('newPassword', SAME_AS_BEFORE);
      const passwordHash = await hashPassword(newPassword);
      const given = { username, password: oldPassword };
      await withPassword({ secretKey, reads, write, exchange }, given, async (tx, account) => {
        refuseWeak('newPassword', newPassword, ownerOf(account));
        await changePassword(tx, account.id, passwordHash);
      });
      return DONE;
    },

    changePassword: async ({ actor, body, reads, write, exchange }) => {
      const { oldPassword, newPassword } = body;
      const me = await findAccountById(reads, actor.accountId);
      if (!me) throw new Refusal('SESSION_EXPIRED');
      if (newPassword === oldPassword) throw weak('newPassword', SAME_AS_BEFORE);
      refuseWeak('newPassword', newPassword, ownerOf(me));
      const passwordHash = await hashPassword(newPassword);
      const current = hashToken(exchange.sessionToken ?? '');
      const given = { field: 'oldPassword', password: oldPassword };
      return withOwnPassword({ secretKey, reads, write, exchange, db }, me, given, async (tx) => {
        await changePassword(tx, me.id, passwordHash, current);
        return DONE;
      });
    },

    adminResetPassword: async ({ actor, body, write }) =>
      write(async (tx) => {
        const account = await findAccountById(tx, body.userId);
        if (!account) throw new Refusal('NOT_FOUND');
        liftLock(tx, secretKey, account.email_address);
        await startReset(tx, account.id, actor.accountId);
        return DONE;
      }),
  });

const shown = ({ username, code }: { username: string; code: string }) => ({ to: username, code });

const ownerOf = (row: {
  email_address: string;
  given_name: string | null;
  family_name: string | null;
}): Owner => ({
  emailAddress: row.email_address,
  givenName: row.given_name,
  familyName: row.family_name,
});

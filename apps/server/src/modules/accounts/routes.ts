import { accounts } from '@cairn/contract/accounts';
import { routes } from '../../platform/call.ts';
import { hashPassword, hashToken } from '../../platform/crypto.ts';
import { nobody, type Db } from '../../platform/db/db.ts';
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
import { refuseWeak, SAME_AS_BEFORE, weak, type Owner } from './passwords.ts';

const DONE = { success: true };

export const accountRoutes = ({ secretKey, db }: { secretKey: string; db: Db }) =>
  routes(accounts, {
    signup: async ({ body, reads, write, exchange }) => {
      const { emailAddress, password, givenName, familyName, lenderId } = body;
      refuseWeak('password', password, body);
      const passwordHash = await hashPassword(password);
      const account = await findAccount(reads, emailAddress);
      await write((tx) =>
        askForCode(tx, secretKey, {
          occasion: 'signup',
          emailAddress,
          accountId: account?.id,
          browser: exchange.markBrowser(),
          signUp: { givenName, familyName, passwordHash, ...(lenderId && { lenderId }) },
        }),
      );
      return DONE;
    },

    confirmSignup: async ({ body, write, exchange }) => {
      await withCode({ write, secretKey }, body, exchange.browserToken, async (tx, confirmed) => {
        // Only whoever reads the mail gets here: they may know that they have an account.
        if (confirmed.accountId) throw new Refusal('ACCOUNT_EXISTS');
        if (!confirmed.signUp) throw new Refusal('WRONG_CODE');
        await createAccount(tx, confirmed.emailAddress, confirmed.signUp);
      });
      return DONE;
    },

    resendConfirmationCode: async ({ body, reads, write, exchange }) => {
      const account = await findAccount(reads, body.username);
      await write((tx) =>
        askForCode(tx, secretKey, {
          occasion: 'login',
          emailAddress: body.username,
          accountId: account?.id,
          browser: exchange.markBrowser(),
        }),
      );
      return DONE;
    },

    loginWithConfirmCode: async ({ body, write, exchange }) => {
      const { browserToken } = exchange;
      const signedIn = await withCode({ write, secretKey }, body, browserToken, async (tx, who) => {
        const account = who.accountId ? await findAccountById(tx, who.accountId) : undefined;
        if (!account) throw new Refusal('WRONG_CODE');
        // The code stays good: with it a new password can be chosen.
        refuseExpired(account);
        liftLock(tx, secretKey, account.email_address);
        return startSession(tx, account);
      });
      exchange.startSession(signedIn.token);
      return presentSignedIn(signedIn);
    },

    forgotPassword: async ({ body, reads, write, exchange }) => {
      const account = await findAccount(reads, body.username);
      await write((tx) =>
        askForCode(tx, secretKey, {
          occasion: 'reset',
          emailAddress: body.username,
          accountId: account?.id,
          browser: exchange.markBrowser(),
        }),
      );
      return DONE;
    },

    confirmForgotPassword: async ({ body, write, exchange }) => {
      refuseWeak('newPassword', body.newPassword, { emailAddress: body.username });
      const passwordHash = await hashPassword(body.newPassword);
      await withCode({ write, secretKey }, body, exchange.browserToken, async (tx, confirmed) => {
        const account = confirmed.accountId && (await findAccountById(tx, confirmed.accountId));
        if (!account) throw new Refusal('WRONG_CODE');
        refuseWeak('newPassword', body.newPassword, ownerOf(account));
        liftLock(tx, secretKey, account.email_address);
        await changePassword(tx, account.id, passwordHash);
      });
      return DONE;
    },

    newPassword: async ({ body, reads, write }) => {
      const { username, oldPassword, newPassword } = body;
      refuseWeak('newPassword', newPassword, { emailAddress: username });
      if (newPassword === oldPassword) throw weak('newPassword', SAME_AS_BEFORE);
      const passwordHash = await hashPassword(newPassword);
      const given = { username, password: oldPassword };
      await withPassword({ secretKey, reads, write }, given, async (tx, account) => {
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
      const given = { username: me.email_address, password: oldPassword };
      // A failure counts although nothing else of this call is kept.
      const count = <T>(work: Parameters<typeof db.write<T>>[1]) => db.write(nobody, work);
      const current = hashToken(exchange.sessionToken ?? '');
      return withPassword({ secretKey, reads, write, count }, given, async (tx) => {
        await changePassword(tx, me.id, passwordHash, current);
        return DONE;
      }).catch(asFieldError);
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

const ownerOf = (row: {
  email_address: string;
  given_name: string | null;
  family_name: string | null;
}): Owner => ({
  emailAddress: row.email_address,
  givenName: row.given_name,
  familyName: row.family_name,
});

/** Somebody who is logged in is told at the field: nothing happened to their session. */
function asFieldError(error: unknown): never {
  if (error instanceof Refusal && error.code === 'WRONG_PASSWORD') {
    throw new Refusal('INVALID_REQUEST', {
      fieldErrors: { oldPassword: 'This is not your password' },
      headers: error.headers,
    });
  }
  throw error;
}

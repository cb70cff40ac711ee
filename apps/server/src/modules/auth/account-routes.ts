import { accounts } from '@cairn/contract/auth';
import type { Homes } from '../../platform/cells/cells.ts';
import { routes, type HttpContext } from '../../platform/handler.ts';
import { hashAddress, hashPassword, hashToken } from '../../platform/crypto.ts';
import type { Db, Queries, Tx } from '../../platform/db/db.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { changePassword, createAccount, startReset } from './account-changes.ts';
import { askForCode, withCode, withLink } from './confirmation-codes.ts';
import { refuseWeak, SAME_AS_BEFORE, type Owner } from './passwords.ts';
import { markAllUsed } from './codes-store.ts';
import { findAccount, findAccountById, rolesOf, type AccountRow } from './store.ts';
import { liftLock, refuseExpired, renewDevice, startSession, withPassword } from './sign-in.ts';
import { presentSignedIn } from './present.ts';
import { withOwnPassword } from './reauthenticate.ts';

const DONE = { success: true };

interface Deps {
  readonly secretKey: string;
  readonly sessionIdleSeconds: number;
  readonly db: Db;
  readonly homes: Homes;
}

export const accountRoutes = ({ secretKey, sessionIdleSeconds, db, homes }: Deps) => {
  /** An account has its password and log-in only in its home cell. */
  const findAtHome = async (tx: Tx, accountId: string | null) => {
    const account = accountId === null ? undefined : await findAccountById(tx, accountId);
    return account && (await homes.isHomeOf(account.id)) ? account : undefined;
  };

  /**
   * A password reset proves access to the user's email, so this browser becomes a known device: strangers who lock
   * the address again cannot keep the user from logging in with the new password.
   */
  async function resetPassword(
    tx: Tx,
    account: AccountRow,
    passwordHash: string,
    http: HttpContext,
  ): Promise<{ accountId: string; deviceToken: string }> {
    liftLock(tx, secretKey, account.email_address);
    markAllUsed(tx, hashAddress(secretKey, account.email_address));
    await changePassword(tx, account.id, passwordHash);
    const { deviceToken } = await renewDevice(tx, account.id, http);
    return { accountId: account.id, deviceToken };
  }

  return routes(accounts, {
    signup: async ({ body, reads, write, http }) => {
      const { emailAddress, password, givenName, familyName, lenderId } = body;
      refuseWeak('password', password, body);
      const passwordHash = await hashPassword(password);
      const account = await findAccount(reads, emailAddress);
      await write((tx) =>
        askForCode(tx, secretKey, {
          occasion: 'signup',
          to: emailAddress,
          accountId: account?.id,
          browser: http.markBrowser(),
          deviceToken: http.deviceToken,
          signUp: { givenName, familyName, passwordHash, ...(lenderId && { lenderId }) },
        }),
      );
      return DONE;
    },

    confirmSignup: async ({ body, write, http }) => {
      await withCode(
        { write, secretKey },
        shownCode(body),
        http.browserToken,
        async (tx, confirmed) => {
          // Only someone who reads the mailbox gets this far, so they may learn that the account exists.
          if (confirmed.accountId) throw new ApiError('ACCOUNT_EXISTS');
          if (!confirmed.signUp) throw new ApiError('WRONG_CODE');
          const { id, isHome } = await homes.claim(confirmed.to);
          if (!isHome) throw new ApiError('ACCOUNT_EXISTS');
          await createAccount(tx, id, confirmed.to, confirmed.signUp);
        },
      );
      return DONE;
    },

    resendConfirmationCode: async ({ body, reads, write, http }) => {
      const account = await findAccount(reads, body.username);
      await write((tx) =>
        askForCode(tx, secretKey, {
          occasion: 'login',
          to: body.username,
          accountId: account?.id,
          browser: http.markBrowser(),
          deviceToken: http.deviceToken,
        }),
      );
      return DONE;
    },

    loginWithConfirmCode: async ({ body, write, http }) => {
      const signedIn = await withCode(
        { write, secretKey },
        shownCode(body),
        http.browserToken,
        async (tx, who) => {
          const account = await findAtHome(tx, who.accountId);
          if (!account) throw new ApiError('WRONG_CODE');
          // The code stays valid, because it can be used to choose a new password.
          await refuseExpired(tx, account);
          liftLock(tx, secretKey, account.email_address);
          return startSession(tx, account, { http, sessionIdleSeconds });
        },
      );
      http.startSession(signedIn.token, signedIn.deviceToken);
      http.securityEvent('login.succeeded', { accountId: signedIn.account.id });
      return presentSignedIn(signedIn);
    },

    forgotPassword: async ({ body, reads, write, http }) => {
      const account = await findAccount(reads, body.username);
      await write((tx) =>
        askForCode(tx, secretKey, {
          occasion: 'reset',
          to: body.username,
          accountId: account?.id,
          browser: http.markBrowser(),
          deviceToken: http.deviceToken,
        }),
      );
      return DONE;
    },

    confirmForgotPassword: async ({ body, write, http }) => {
      refuseWeak('newPassword', body.newPassword, { emailAddress: body.username });
      const passwordHash = await hashPassword(body.newPassword);
      const reset = await withCode(
        { write, secretKey },
        shownCode(body),
        http.browserToken,
        async (tx, { accountId }) => {
          const account = await findAtHome(tx, accountId);
          if (!account) throw new ApiError('WRONG_CODE');
          refuseWeak('newPassword', body.newPassword, await ownerOf(tx, account));
          return resetPassword(tx, account, passwordHash, http);
        },
      );
      await homes.endSessionsElsewhere(reset.accountId);
      http.rememberDevice(reset.deviceToken);
      return DONE;
    },

    resetPasswordByLink: async ({ body: { link, newPassword }, write, http }) => {
      refuseWeak('newPassword', newPassword, { emailAddress: '' });
      const passwordHash = await hashPassword(newPassword);
      const reset = await withLink({ write, secretKey }, link, async (tx, accountId) => {
        const account = await findAtHome(tx, accountId);
        if (!account) throw new ApiError('WRONG_LINK');
        refuseWeak('newPassword', newPassword, await ownerOf(tx, account));
        return resetPassword(tx, account, passwordHash, http);
      });
      await homes.endSessionsElsewhere(reset.accountId);
      http.rememberDevice(reset.deviceToken);
      return DONE;
    },

    newPassword: async ({ body, reads, write, http }) => {
      const { username, oldPassword, newPassword } = body;
      refuseWeak('newPassword', newPassword, { emailAddress: username });
      if (newPassword === oldPassword) throw invalidField('newPassword', SAME_AS_BEFORE);
      const passwordHash = await hashPassword(newPassword);
      const credentials = { username, password: oldPassword };
      const door = { secretKey, reads, write, http, homes };
      const accountId = await withPassword(door, credentials, async (tx, account) => {
        refuseWeak('newPassword', newPassword, await ownerOf(tx, account));
        await changePassword(tx, account.id, passwordHash);
        return account.id;
      });
      await homes.endSessionsElsewhere(accountId);
      return DONE;
    },

    changePassword: async ({ actor, body, reads, write, http }) => {
      const { oldPassword, newPassword } = body;
      const me = await findAccountById(reads, actor.accountId);
      if (!me) throw new ApiError('SESSION_EXPIRED');
      if (newPassword === oldPassword) throw invalidField('newPassword', SAME_AS_BEFORE);
      refuseWeak('newPassword', newPassword, await ownerOf(reads, me));
      const passwordHash = await hashPassword(newPassword);
      const current = hashToken(http.sessionToken ?? '');
      const confirmation = { field: 'oldPassword', password: oldPassword };
      const door = { secretKey, reads, write, http, db };
      const result = await withOwnPassword(door, me.id, confirmation, async (tx) => {
        await changePassword(tx, me.id, passwordHash, current);
        return DONE;
      });
      await homes.endSessionsElsewhere(me.id);
      return result;
    },

    adminResetPassword: async ({ actor, body, write }) => {
      const result = await write(async (tx) => {
        const account = await findAccountById(tx, body.userId);
        if (!account) throw new ApiError('NOT_FOUND');
        liftLock(tx, secretKey, account.email_address);
        await startReset(tx, account.id, actor.accountId);
        return DONE;
      });
      await homes.endSessionsElsewhere(body.userId);
      return result;
    },
  });
};

const shownCode = ({ username, code }: { username: string; code: string }) => ({
  to: username,
  code,
});

async function ownerOf(reads: Queries, row: AccountRow): Promise<Owner> {
  const roles = await rolesOf(reads, row.id);
  return {
    emailAddress: row.email_address,
    givenName: row.given_name,
    familyName: row.family_name,
    companies: roles.flatMap(({ company_name }) => company_name ?? []),
  };
}

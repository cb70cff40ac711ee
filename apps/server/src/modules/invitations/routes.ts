import { invitations } from '@cairn/contract/invitations';
import { routes } from '../../platform/handler.ts';
import type { Homes } from '../../platform/cells/cells.ts';
import { hashPassword } from '../../platform/crypto.ts';
import { anonymous, type Db, type Queries, type Tx } from '../../platform/db/db.ts';
import { ApiError } from '../../platform/api-error.ts';
import {
  acceptInvitation,
  declineInvitation,
  refuseClosedInvitation,
  type Joined,
} from './answer-invitation.ts';
import { readToken } from './link.ts';
import { presentInvitation } from './present.ts';
import {
  companyOfInvitation,
  findAddressed,
  findDescribed,
  lockToAnswer,
  pendingInvites,
  type InvitationRow,
} from './store.ts';
import {
  findAccount,
  findAccountById,
  findCredential,
  lendersOf,
  liftLock,
  presentSignedIn,
  savePassword,
  startSession,
  type AccountRow,
  createAccount,
  refuseWeak,
} from '../auth/index.ts';

interface Deps {
  readonly secretKey: string;
  readonly sessionIdleSeconds: number;
  readonly db: Db;
  readonly joined: Joined;
  readonly homes: Homes;
}

interface Link {
  readonly id: string;
  readonly token: string;
}

/**
 * Anyone who reads the email can open a link, including scanners, so every GET here only reads. Answering takes a
 * POST: by the logged-in addressee, or with the link itself when the first password is chosen.
 */
export const invitationRoutes = ({ secretKey, sessionIdleSeconds, db, joined, homes }: Deps) => {
  const asCompany = (companyId: string) => ({ kind: 'company' as const, companyId });

  /** For the holder of a link that we sent; others learn nothing, not even whether the invitation exists. */
  async function ofLink({ id, token }: Link) {
    const companyId = await companyOfInvitation(db.reads(anonymous), id);
    const reads = db.reads(asCompany(companyId ?? id));
    const row = await findDescribed(reads, companyId ?? id, id);
    const standing = row && readToken(secretKey, row, token);
    if (!standing) throw new ApiError('NOT_FOUND');
    return { row, replaced: standing === 'replaced' };
  }

  /** For the logged-in addressee. */
  async function ofAddressee(reads: Queries, id: string) {
    const addressed = await findAddressed(reads, id);
    const row = addressed && (await describe(addressed.company_id, id));
    if (!row) throw new ApiError('NOT_FOUND');
    return row;
  }

  const describe = (companyId: string, id: string) =>
    findDescribed(db.reads(asCompany(companyId)), companyId, id);

  /**
   * Only the newest link is accepted, checked under the lock, because the invitation may have been answered
   * meanwhile.
   */
  async function withLink<T>(link: Link, work: (tx: Tx, row: InvitationRow) => Promise<T>) {
    const { row: invitation } = await ofLink(link);
    return db.write(asCompany(invitation.company_id), async (tx) => {
      const row = await lockToAnswer(tx, invitation);
      if (!row || readToken(secretKey, row, link.token) !== 'newest') {
        throw new ApiError('INVITATION_OVER');
      }
      refuseClosedInvitation(row);
      return work(tx, row);
    });
  }

  async function shownByLink(link: Link) {
    const { row, replaced } = await ofLink(link);
    const hasPassword = await canLogIn(db.reads(anonymous), row.email_address, homes);
    const presented = replaced ? presentInvitation(row, 'REPLACED') : presentInvitation(row);
    return { ...presented, hasPassword };
  }

  return routes(invitations, {
    getAction: async ({ query, reads }) => presentInvitation(await ofAddressee(reads, query.id)),

    doAction: async ({ actor, body, reads }) => {
      const invitation = await ofAddressee(reads, body.id);
      const { company_id: companyId, id } = invitation;
      await db.write(asCompany(companyId), async (tx) => {
        const row = await lockToAnswer(tx, invitation);
        const me = await findAccountById(tx, actor.accountId);
        if (!row || !me) throw new ApiError('NOT_FOUND');
        // A repeated click: the invitation is accepted already.
        if (body.data.action === 'ACCEPT' && row.accepted_by === me.id) return;
        if (body.data.action === 'ACCEPT') await acceptInvitation(tx, row, me, joined);
        else await declineInvitation(tx, row, me);
      });
      return presentInvitation((await describe(companyId, id))!);
    },

    validateAction: ({ query: { id, data } }) => shownByLink({ id, token: data.token }),
    openInvitation: ({ body }) => shownByLink(body),

    listPendingInvites: async ({ reads }) => {
      const pending = await reads.run(pendingInvites());
      const rows = await Promise.all(pending.map((each) => describe(each.company_id, each.id)));
      return { invites: rows.flatMap((row) => (row ? [presentInvitation(row)] : [])) };
    },

    acceptInvitation: async ({ body, http }) => {
      const { row: invitation } = await ofLink(body);
      refuseWeak('password', body.password, {
        ...body,
        emailAddress: invitation.email_address,
        companies: [invitation.company_name],
      });
      const passwordHash = await hashPassword(body.password);
      const signedIn = await withLink(body, async (tx, row) => {
        const account = await firstPassword(tx, row, { ...body, passwordHash }, homes);
        await acceptInvitation(tx, row, account, joined);
        liftLock(tx, secretKey, account.email_address);
        const role = row.level && { role_level: 'LENDER' as const, company_id: row.company_id };
        return startSession(tx, account, { http, sessionIdleSeconds }, role ?? undefined);
      });
      http.startSession(signedIn.token, signedIn.deviceToken);
      http.securityEvent('login.succeeded', { accountId: signedIn.account.id });
      return presentSignedIn(signedIn);
    },

    declineInvitation: async ({ body }) => {
      await withLink(body, async (tx, row) =>
        declineInvitation(tx, row, await findAccount(tx, row.email_address)),
      );
      return { success: true };
    },
  });
};

/**
 * Whether the person has a password: here or, with several cells, in their home cell together with a role here that
 * leads to this cell.
 */
async function canLogIn(reads: Queries, address: string, homes: Homes): Promise<boolean> {
  if (await findCredential(reads, address)) return true;
  const account = await findAccount(reads, address);
  if (!account || (await homes.isHomeOf(account.id))) return false;
  return (await lendersOf(reads, account.id)).length > 0;
}

/**
 * A user who can log in must do so before accepting, so that a link does not bypass a password. A person whose home
 * is another cell gets no second password here, because only the home cell could change or revoke it.
 */
async function firstPassword(
  tx: Tx,
  { email_address }: InvitationRow,
  person: { givenName: string; familyName: string; passwordHash: string },
  homes: Homes,
): Promise<AccountRow> {
  if (await canLogIn(tx, email_address, homes)) throw new ApiError('ACCOUNT_EXISTS');
  const account = await findAccount(tx, email_address);
  if (account) {
    if (await homes.isHomeOf(account.id)) await savePassword(tx, account.id, person.passwordHash);
    return account;
  }
  const { id, isHome } = await homes.claim(email_address);
  const passwordHash = isHome ? person.passwordHash : undefined;
  await createAccount(tx, id, email_address, { ...person, passwordHash });
  return {
    id,
    email_address,
    given_name: person.givenName,
    family_name: person.familyName,
    phone: null,
    phone_verified_at: null,
    azure_email: null,
  };
}

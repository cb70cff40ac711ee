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
    const { row: known } = await ofLink(link);
    return db.write(asCompany(known.company_id), async (tx) => {
      const row = await lockToAnswer(tx, known);
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
    const shown = replaced ? presentInvitation(row, 'REPLACED') : presentInvitation(row);
    return { ...shown, hasPassword };
  }

  return routes(invitations, {
    getAction: async ({ query, reads }) => presentInvitation(await ofAddressee(reads, query.id)),

    doAction: async ({ actor, body, reads }) => {
      const known = await ofAddressee(reads, body.id);
      const { company_id: companyId, id } = known;
      await db.write(asCompany(companyId), async (tx) => {
        const row = await lockToAnswer(tx, known);
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
      const { row: known } = await ofLink(body);
      refuseWeak('password', body.password, {
        ...body,
        emailAddress: known.email_address,
        companies: [known.company_name],
      });
      const passwordHash = await hashPassword(body.password);
      const signedIn = await withLink(body, async (tx, row) => {
        const account = await firstPassword(tx, row, { ...body, passwordHash }, homes);
        await acceptInvitation(tx, row, account, joined);
        liftLock(tx, secretKey, account.email_address);
        const wanted = row.level && { role_level: 'LENDER' as const, company_id: row.company_id };
        return startSession(tx, account, { http, sessionIdleSeconds }, wanted ?? undefined);
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
  const known = await findAccount(reads, address);
  if (!known || (await homes.isHomeOf(known.id))) return false;
  return (await lendersOf(reads, known.id)).length > 0;
}

/**
 * A user who can log in must do so before accepting, so that a link does not bypass a password. A person whose home
 * is another cell gets no second password here, because only the home cell could change or revoke it.
 */
async function firstPassword(
  tx: Tx,
  { email_address }: InvitationRow,
  given: { givenName: string; familyName: string; passwordHash: string },
  homes: Homes,
): Promise<AccountRow> {
  if (await canLogIn(tx, email_address, homes)) throw new ApiError('ACCOUNT_EXISTS');
  const known = await findAccount(tx, email_address);
  if (known) {
    if (await homes.isHomeOf(known.id)) await savePassword(tx, known.id, given.passwordHash);
    return known;
  }
  const { id, isHome } = await homes.claim(email_address);
  const passwordHash = isHome ? given.passwordHash : undefined;
  await createAccount(tx, id, email_address, { ...given, passwordHash });
  return {
    id,
    email_address,
    given_name: given.givenName,
    family_name: given.familyName,
    phone: null,
    phone_verified_at: null,
    azure_email: null,
  };
}

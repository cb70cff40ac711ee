/** Who comes onto a loan, what they are on it, and who leaves it, each with its history. */
import type { LoanRole } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { brokeUnique } from '../../platform/db/violation.ts';
import type { Granted } from '../../platform/grant.ts';
import { newId, PLATFORM_COMPANY } from '../../platform/ids.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  changeInvited,
  inviteToLoan,
  noteOnLoan,
  takeBack,
  type InvitationRow,
  type Invited,
} from '../invitations/index.ts';
import type { LoanStanding } from '../loans/index.ts';
import { isContact } from './people.ts';
import {
  addressOn,
  deleteParts,
  deleteRelationOf,
  insertPart,
  moveRelations,
  saveRole,
  type OnLoan,
  type Part,
} from './store.ts';
import type { PartNews } from './telling.ts';

/** Any of the rights by which somebody is put on a loan, changed, or taken off it. */
type Changeable = Granted<
  'manageLenders' | 'manage' | 'invite' | 'keep' | 'startReview' | 'finishReview',
  LoanStanding
>;
/** An invitation to a part in a loan. */
export type AskedOnLoan = InvitationRow & { role: LoanRole };

export const wrong = (field: string, why: string): Refusal =>
  new Refusal('INVALID_REQUEST', { fieldErrors: { [field]: why } });

const about = (loan: OnLoan, actor: Actor) => ({
  companyId: loan.company_id,
  loanId: loan.id,
  actorId: actor.accountId,
  changes: ['loan', 'loanList', 'label', 'invitation'] as const,
});

/** The person's own pages, wherever they are: a loan more or less to see, from this moment. */
export function recordForPerson(
  tx: Tx,
  actor: Actor,
  accountId: string,
  kind: 'person.joinedLoan' | 'person.changedOnLoan' | 'person.leftLoan',
): void {
  record(tx, {
    kind,
    companyId: PLATFORM_COMPANY,
    actorId: actor.accountId,
    accountId,
    changes: [
      'session',
      'loan',
      'loanList',
      'element',
      'document',
      'entity',
      'detail',
      'recent',
      'message',
      'draft',
    ],
  });
}

type Letter = Pick<PartNews, 'what' | 'always'>;

const telling = (loan: OnLoan, actor: Actor, accountId: string, letter: Letter) =>
  accountId === actor.accountId
    ? {}
    : {
        starts: {
          workflow: 'tellPart',
          input: { companyId: loan.company_id, loanId: loan.id, accountId, ...letter },
        },
      };

/** Somebody the lender knows takes part from now on. */
export async function addPart(
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  { accountId, role, always }: { accountId: string; role: LoanRole; always: boolean },
): Promise<void> {
  // Whoever accepts an invitation in this moment does not hold the loan.
  await insertPart(tx, loan, { id: newId(), accountId, role }).catch((error: unknown) => {
    throw brokeUnique(error) ? new Refusal('CONFLICT') : error;
  });
  record(tx, {
    ...about(loan, actor),
    kind: 'party.added',
    detail: { userId: accountId, role },
    ...telling(loan, actor, accountId, { what: 'ADDED', always }),
  });
  recordForPerson(tx, actor, accountId, 'person.joinedLoan');
}

interface Asking {
  person: Invited;
  role: LoanRole;
  send: boolean;
  /** Where the address stood in the call. */
  field?: 'user.emailAddress' | 'contactUser.emailAddress' | 'emailAddress';
}

/** Somebody takes part once they accept; unless it is sent now, they are only noted. */
export async function askOnto(
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  { person, role, send, field = 'emailAddress' }: Asking,
): Promise<string> {
  const { roles, asked } = await addressOn(tx, loan, person.emailAddress);
  if (roles.length > 0) throw wrong(field, 'On this loan already');
  if (asked.some((other) => other !== role)) {
    throw wrong(field, 'Asked already, in another role');
  }
  return (send ? inviteToLoan : noteOnLoan)(tx, {
    companyId: loan.company_id,
    invitedBy: actor.accountId,
    person,
    loanId: loan.id,
    role,
  });
}

/** One part instead of those they had: it keeps its id, and with it labels and contacts. */
export async function changeRole(
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  parts: readonly [Part, ...Part[]],
  role: LoanRole,
): Promise<void> {
  if (parts.length === 1 && parts[0].role === role) return;
  const kept = parts.find((part) => part.role === role) ?? parts[0];
  const others = parts.filter((part) => part !== kept).map(({ id }) => id);
  if (others.length > 0) await deleteParts(tx, loan, others);
  await saveRole(tx, loan, kept.id, role).catch((error: unknown) => {
    throw brokeUnique(error) ? new Refusal('CONFLICT') : error;
  });
  if (!isContact(role)) await deleteRelationOf(tx, loan, kept.id);
  record(tx, {
    ...about(loan, actor),
    kind: 'party.roleChanged',
    detail: { userId: kept.account_id, from: parts.map((part) => part.role), to: role },
  });
  recordForPerson(tx, actor, kept.account_id, 'person.changedOnLoan');
}

/** From this moment: what they may still see, the database decides by the parts that are left. */
export async function removeParts(
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  parts: readonly [Part, ...Part[]],
): Promise<void> {
  const accountId = parts[0].account_id;
  await deleteParts(
    tx,
    loan,
    parts.map(({ id }) => id),
  );
  record(tx, {
    ...about(loan, actor),
    kind: 'party.removed',
    // What was asked of them is asked of nobody in particular now.
    changes: ['loan', 'loanList', 'label', 'invitation', 'element'],
    detail: { userId: accountId, roles: parts.map(({ role }) => role) },
    ...telling(loan, actor, accountId, { what: 'REMOVED', always: false }),
  });
  recordForPerson(tx, actor, accountId, 'person.leftLoan');
}

export interface AskedChange {
  givenName?: string | undefined;
  familyName?: string | undefined;
  emailAddress?: string | undefined;
  role?: LoanRole | undefined;
}

/**
 * Of somebody who has not accepted. Another address is another person's mailbox: the invitation is
 * taken back, and a new one made, sent if the old one was. Returns the id it goes by from now on.
 */
export async function changeAsked(
  tx: Tx,
  actor: Actor,
  loan: Changeable,
  asked: AskedOnLoan,
  change: AskedChange,
): Promise<string> {
  const address = change.emailAddress?.trim() ?? asked.email_address;
  const role = change.role ?? asked.role;
  if (address.toLowerCase() !== asked.email_address.toLowerCase()) {
    const person = {
      givenName: change.givenName ?? asked.given_name,
      familyName: change.familyName ?? asked.family_name,
      emailAddress: address,
    };
    // Two invitations do not become one: each may be somebody's contact already.
    const others = await addressOn(tx, loan, address);
    if (others.asked.length > 0) throw wrong('emailAddress', 'Asked already');
    const id = await askOnto(tx, actor, loan, { person, role, send: asked.sends > 0 });
    await moveRelations(tx, loan, asked.id, id);
    await takeBack(tx, asked, actor.accountId);
    return id;
  }
  const { givenName: given_name, familyName: family_name } = change;
  await changeInvited(tx, asked, actor.accountId, {
    ...(given_name !== undefined && { given_name }),
    ...(family_name !== undefined && { family_name }),
    ...(role !== asked.role && { role }),
  }).catch((error: unknown) => {
    throw brokeUnique(error) ? new Refusal('CONFLICT') : error;
  });
  if (!isContact(role)) await deleteRelationOf(tx, loan, asked.id);
  return asked.id;
}

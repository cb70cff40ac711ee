/** A person of an application is asked to sign in, and becomes the individual that they are. */
import { levelOf, type LoanRole } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Tx } from '../../platform/db/db.ts';
import { grant } from '../../platform/grant.ts';
import { record } from '../../platform/record.ts';
import { Refusal } from '../../platform/refusal.ts';
import {
  entitiesOfLoan,
  individualOf,
  informationOf,
  makeEntities,
  type LoanEntityRow,
} from '../entities/index.ts';
import type { AccountRow } from '../identity/index.ts';
import { inviteToLoan, type InvitationRow } from '../invitations/index.ts';
import { asksRules, type LoanStanding } from '../loans/index.ts';
import { addressOn, wrong } from '../parties/index.ts';
import { entityToEdit } from './editing.ts';
import { refuseUnlessOpen } from './finding.ts';
import { findInvited, giveTo, mayBeGiven, partyAt, putInPlaceOf } from './linking-store.ts';
import { addressOf } from './people.ts';
import { applicationPolicy } from './policy.ts';
import { savePerson } from './store.ts';

const borrows = (role: LoanRole | null): role is LoanRole =>
  role !== null && levelOf(role) === 'BORROWER';

export async function inviteIndividual(
  tx: Tx,
  actor: Actor,
  { loanId, loanEntityId }: { loanId: string; loanEntityId: string },
): Promise<{ invited: boolean }> {
  const [named] = await entitiesOfLoan(tx, actor, loanId, { loanEntityId });
  if (!named) throw new Refusal('NOT_FOUND');
  const { found, row } = await entityToEdit({ tx, actor }, loanId, named.id, ['INDIVIDUAL']);
  const loan = grant(applicationPolicy, 'invite', actor, found.loan);
  refuseUnlessOpen(found);
  const emailAddress = addressOf(row);
  if (!emailAddress) throw wrong('emailAddress', 'Needed for the invitation');
  const { roles, asked } = await addressOn(tx, loan, emailAddress);
  if (roles.length > 0) return linkNow(tx, actor, loan, row, emailAddress);
  const { givenName, familyName } = row.fields;
  const invitation_id = await inviteToLoan(tx, {
    companyId: loan.company_id,
    invitedBy: actor.accountId,
    loanId: loan.id,
    // Whoever was asked to lead it goes on being asked for that.
    role: asked.find(borrows) ?? 'BORROWER',
    person: { emailAddress, givenName: String(givenName), familyName: String(familyName) },
  });
  await savePerson(tx, loan, row.id, { invitation_id });
  return { invited: true };
}

/** On the loan already: nothing has to be sent. Somebody's own individual is theirs alone to bring. */
async function linkNow(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
  row: LoanEntityRow,
  emailAddress: string,
): Promise<{ invited: boolean }> {
  const party = await partyAt(tx, loan, emailAddress);
  const own = party && (await individualOf(tx, loan.company_id, party.account_id));
  const { company_id } = loan;
  const free = party && !own && row.account_id === null;
  if (!free || !(await mayBeGiven(tx, company_id, row.id, actor.accountId))) {
    throw wrong('emailAddress', 'On this loan already');
  }
  await giveTo(tx, loan.company_id, row.id, party.account_id);
  recordLinked(tx, loan, actor.accountId, row.id, party.account_id);
  return { invited: false };
}

/**
 * Somebody accepted: the individual that they were invited as is theirs. Who has one at the company already keeps it;
 * it takes the place of the other on this loan. In the company's scope, like the whole of an answer.
 */
export const becomeIndividual =
  (keys: CompanyKeys) =>
  async (tx: Tx, { company_id, id }: InvitationRow, account: AccountRow): Promise<void> => {
    const invited = await findInvited(tx, company_id, id);
    if (!invited || invited.account_id !== null) return;
    const known = await individualOf(tx, company_id, account.id);
    const given =
      !known && (await mayBeGiven(tx, company_id, invited.entity_id, invited.invited_by));
    if (given) await giveTo(tx, company_id, invited.entity_id, account.id);
    const own = known ?? (given ? undefined : await newIndividual(tx, keys, company_id, account));
    if (own) await putInPlaceOf(tx, invited, own);
    const loan = { company_id, id: invited.loan_id };
    recordLinked(tx, loan, account.id, own?.id ?? invited.entity_id, account.id);
  };

async function newIndividual(tx: Tx, keys: CompanyKeys, companyId: string, account: AccountRow) {
  const information = informationOf(account);
  const made = { kind: 'INDIVIDUAL', information, accountId: account.id } as const;
  return (await makeEntities(tx, keys, { accountId: account.id }, companyId, [made]))[0]!;
}

function recordLinked(
  tx: Tx,
  loan: Pick<LoanStanding, 'company_id' | 'id'>,
  actorId: string,
  entityId: string,
  userId: string,
): void {
  record(tx, {
    kind: 'entity.linked',
    companyId: loan.company_id,
    actorId,
    loanId: loan.id,
    changes: ['application', 'entity', 'loan', 'element'],
    detail: { entityId, userId },
    ...asksRules(loan.company_id, loan.id),
  });
}

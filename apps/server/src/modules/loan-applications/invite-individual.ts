/** Invites a person of an application to log in and become the individual that represents them. */
import { levelOf, type LoanRole } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import {
  claimForMember,
  entitiesOfLoan,
  assignEntityToAccount,
  individualOf,
  informationOf,
  makeEntities,
  type LoanEntityRow,
} from '../entities/index.ts';
import type { AccountRow } from '../auth/index.ts';
import { inviteToLoan, type InvitationRow } from '../invitations/index.ts';
import { withRuleEvaluation, type LoanStanding } from '../loans/index.ts';
import { addressOn } from '../loan-members/index.ts';
import { entityToEdit } from './edit-application.ts';
import { refuseUnlessOpen } from './find-application.ts';
import {
  findInvited,
  mayBeGiven,
  findBorrowerByAddress,
  replaceIndividual,
} from './individuals-store.ts';
import { addressOf } from './contents.ts';
import { applicationPolicy } from './policy.ts';
import { savePerson } from './store.ts';

const borrows = (role: LoanRole | null): role is LoanRole =>
  role !== null && levelOf(role) === 'BORROWER';

export async function inviteIndividual(
  tx: Tx,
  actor: Actor,
  { loanId, loanEntityId }: { loanId: string; loanEntityId: string },
): Promise<{ invited: boolean }> {
  const [individual] = await entitiesOfLoan(tx, actor, loanId, { loanEntityId });
  if (!individual) throw new ApiError('NOT_FOUND');
  const { target, row } = await entityToEdit({ tx, actor }, loanId, individual.id, ['INDIVIDUAL']);
  const loan = authorize(applicationPolicy, 'invite', actor, target.loan);
  refuseUnlessOpen(target);
  const emailAddress = addressOf(row);
  if (!emailAddress) throw invalidField('emailAddress', 'Needed for the invitation');
  const { roles, invitedRoles } = await addressOn(tx, loan, emailAddress);
  if (roles.length > 0) return linkNow(tx, actor, loan, row, emailAddress);
  const { givenName, familyName } = row.fields;
  const invitation_id = await inviteToLoan(tx, {
    companyId: loan.company_id,
    invitedBy: actor.accountId,
    loanId: loan.id,
    // An open invitation as lead borrower stays one.
    role: invitedRoles.find(borrows) ?? 'BORROWER',
    person: { emailAddress, givenName: String(givenName), familyName: String(familyName) },
  });
  await savePerson(tx, loan, row.id, { invitation_id });
  return { invited: true };
}

/** The person is on the loan already, so no email is sent. Only they can add their own individual. */
async function linkNow(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
  row: LoanEntityRow,
  emailAddress: string,
): Promise<{ invited: boolean }> {
  const party = await findBorrowerByAddress(tx, loan, emailAddress);
  const own = party && (await individualOf(tx, loan.company_id, party.account_id));
  const { company_id } = loan;
  const free = party && !own && row.account_id === null;
  if (!free || !(await mayBeGiven(tx, company_id, row.id, actor.accountId))) {
    throw invalidField('emailAddress', 'On this loan already');
  }
  await assignEntityToAccount(tx, loan.company_id, row.id, party.account_id);
  recordLinked(tx, loan, actor.accountId, row.id, party.account_id);
  return { invited: false };
}

/**
 * On acceptance, links the individual that the person was invited as to their account. A user who already has an
 * individual at the company keeps it, and it replaces the other one on this loan. Runs in the company's scope, like
 * the acceptance.
 */
export const becomeIndividual =
  (keys: CompanyKeys) =>
  async (tx: Tx, invitation: InvitationRow, account: AccountRow): Promise<void> => {
    const { company_id, id, loan_id } = invitation;
    const invited = await findInvited(tx, company_id, id);
    if (!invited) {
      // The lender invited them to a loan, and may have entered them there already.
      const isLinked = loan_id === null || (await individualOf(tx, company_id, account.id));
      if (!isLinked) await claimForMember(tx, { company_id, id: loan_id }, account.id, account.id);
      return;
    }
    if (invited.account_id !== null) return;
    const existing = await individualOf(tx, company_id, account.id);
    const isGiven =
      !existing && (await mayBeGiven(tx, company_id, invited.entity_id, invited.invited_by));
    if (isGiven) await assignEntityToAccount(tx, company_id, invited.entity_id, account.id);
    const own =
      existing ?? (isGiven ? undefined : await newIndividual(tx, keys, company_id, account));
    if (own) await replaceIndividual(tx, invited, own);
    const loan = { company_id, id: invited.loan_id };
    recordLinked(tx, loan, account.id, own?.id ?? invited.entity_id, account.id);
  };

async function newIndividual(tx: Tx, keys: CompanyKeys, companyId: string, account: AccountRow) {
  const information = informationOf(account);
  const draft = { kind: 'INDIVIDUAL', information, accountId: account.id } as const;
  return (await makeEntities(tx, keys, { accountId: account.id }, companyId, [draft]))[0]!;
}

function recordLinked(
  tx: Tx,
  loan: Pick<LoanStanding, 'company_id' | 'id'>,
  actorId: string,
  entityId: string,
  userId: string,
): void {
  recordEvent(tx, {
    kind: 'entity.linked',
    companyId: loan.company_id,
    actorId,
    loanId: loan.id,
    changes: ['application', 'entity', 'loan', 'element'],
    detail: { entityId, userId },
    ...withRuleEvaluation(loan.company_id, loan.id),
  });
}

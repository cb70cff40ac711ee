import { INVITATION_DAYS, type EmployeeLevel, type LoanRole } from '@cairn/contract';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';

const columns = [
  'invitation.company_id',
  'invitation.id',
  'invitation.kind',
  'invitation.email_address',
  'invitation.given_name',
  'invitation.family_name',
  'invitation.level',
  'invitation.loan_id',
  'invitation.role',
  'invitation.label_ids',
  'invitation.stamp',
  'invitation.sends',
  'invitation.sent_at',
  'invitation.expires_at',
  'invitation.accepted_at',
  'invitation.accepted_by',
  'invitation.declined_at',
  'invitation.removed_at',
] as const;

const notOver = <O>(
  rows: SelectQueryBuilder<Schema, 'invitation', O>,
): SelectQueryBuilder<Schema, 'invitation', O> =>
  rows.where('invitation.accepted_at', 'is', null).where('invitation.removed_at', 'is', null);

/** The row with what its reader sees: inviter, company and loan. */
const selectDescribed = query
  .selectFrom('invitation')
  .innerJoin('company', 'company.id', 'invitation.company_id')
  .innerJoin('account as inviter', 'inviter.id', 'invitation.invited_by')
  .leftJoin('loan', (join) =>
    join
      .onRef('loan.company_id', '=', 'invitation.company_id')
      .onRef('loan.id', '=', 'invitation.loan_id'),
  )
  .select([
    ...columns,
    'company.name as company_name',
    'loan.name as loan_name',
    sql<string | null>`nullif(concat_ws(' ', inviter.given_name, inviter.family_name), '')`.as(
      'inviter_name',
    ),
  ]);

const describedBy = (companyId: string, id: string) =>
  selectDescribed.where('invitation.company_id', '=', companyId).where('invitation.id', '=', id);

export async function findDescribed(reads: Queries, companyId: string, id: string) {
  const [row] = await reads.run(describedBy(companyId, id));
  return row;
}

/** For the email: also the inviter, and whether the lender knows them. */
export async function findToSend(reads: Queries, companyId: string, id: string) {
  const [row] = await reads.run(
    describedBy(companyId, id).select([
      'invitation.invited_by',
      // The inviter is an applicant whose application no employee has opened.
      sql<boolean>`app.is_unreviewed(invitation.company_id, invitation.loan_id)
        and not exists (select from employee e where e.company_id = invitation.company_id
          and e.account_id = invitation.invited_by)`.as('by_stranger'),
    ]),
  );
  return row;
}
export type DescribedInvitation = NonNullable<Awaited<ReturnType<typeof findDescribed>>>;
export type InvitationRow = Omit<
  DescribedInvitation,
  'company_name' | 'loan_name' | 'inviter_name'
>;

/** The newest state of each person who was invited to work for the company and does not yet. */
export const invitedEmployees = (companyId: string) =>
  selectDescribed
    .where('invitation.company_id', '=', companyId)
    .where('invitation.kind', '=', 'EMPLOYEE')
    .where('invitation.accepted_at', 'is', null)
    .where('invitation.removed_at', 'is', null)
    .orderBy('invitation.created_at');

/** People who were invited to a loan, or will be, and are not members yet. */
export const invitedToLoan = (companyId: string, loanId: string) =>
  selectDescribed
    .where('invitation.company_id', '=', companyId)
    .where('invitation.loan_id', '=', loanId)
    .where('invitation.accepted_at', 'is', null)
    .where('invitation.removed_at', 'is', null)
    .orderBy('invitation.created_at')
    .orderBy('invitation.id');

export async function companyOfInvitation(reads: Queries, id: string) {
  const [row] = await reads.run(
    query.selectNoFrom(sql<string | null>`app.company_of_invitation(${id}::uuid)`.as('company_id')),
  );
  return row?.company_id ?? undefined;
}

/** Addressed to the caller, from any company. */
export async function findAddressed(reads: Queries, id: string) {
  const [row] = await reads.run(
    query
      .selectFrom('invitation')
      .select('company_id')
      .where('id', '=', id)
      .where('sends', '>', 0)
      .where(sql`lower(email_address)`, '=', sql<string>`(select app.own_address())`),
  );
  return row;
}

export const pendingInvites = () =>
  notOver(query.selectFrom('invitation'))
    .select(['company_id', 'id'])
    .where('sends', '>', 0)
    .where('declined_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)
    .where(sql<boolean>`id in (select app.own_open_invitations())`)
    .orderBy('sent_at', 'desc')
    .limit(20);

/** Locks the invitation, so that concurrent answers are serialized. */
export async function lockInvitation(tx: Tx, companyId: string, id: string) {
  const [row] = await tx.run(
    query
      .selectFrom('invitation')
      .select(columns)
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .forUpdate(),
  );
  return row;
}

/**
 * Locks the loan first, then the invitation, in the order of all calls about loan members: accepting may need the
 * loan's lock, and another order would deadlock.
 */
export async function lockToAnswer(
  tx: Tx,
  { company_id, id, loan_id }: Pick<InvitationRow, 'company_id' | 'id' | 'loan_id'>,
) {
  if (loan_id !== null) {
    await tx.run(
      query
        .selectFrom('loan')
        .select('id')
        .where('company_id', '=', company_id)
        .where('id', '=', loan_id)
        .forNoKeyUpdate(),
    );
  }
  return lockInvitation(tx, company_id, id);
}

export interface Offer {
  kind: 'EMPLOYEE' | 'LOAN_ROLE';
  level: EmployeeLevel | null;
  loan_id: string | null;
  role: LoanRole | null;
}

/** The open invitation of this address to the same company or role, locked. */
export async function lockExistingInvitation(
  tx: Tx,
  companyId: string,
  emailAddress: string,
  offer: Offer,
) {
  const [row] = await tx.run(
    notOver(query.selectFrom('invitation'))
      .select(columns)
      .where('company_id', '=', companyId)
      .where('kind', '=', offer.kind)
      .where(sql`lower(email_address)`, '=', emailAddress.toLowerCase())
      .where(sql`coalesce(loan_id::text, '')`, '=', offer.loan_id ?? '')
      .where(sql`coalesce(role, '')`, '=', offer.role ?? '')
      .forUpdate(),
  );
  return row;
}

/** All open invitations of this person that the caller sees, locked. */
export async function lockOpenTo(tx: Tx, companyId: string, accountId: string) {
  return tx.run(
    notOver(query.selectFrom('invitation'))
      .select(columns)
      .where('company_id', '=', companyId)
      .where(
        sql`lower(email_address)`,
        'in',
        query
          .selectFrom('person')
          .select(sql<string>`lower(person.email_address)`.as('address'))
          .where('person.company_id', '=', companyId)
          .where('person.account_id', '=', accountId),
      )
      .orderBy('id')
      .forUpdate(),
  );
}

const inSevenDays = sql<string>`now() + make_interval(days => ${INVITATION_DAYS})`;

export interface NewInvitation extends Offer {
  company_id: string;
  id: string;
  email_address: string;
  given_name: string;
  family_name: string;
  invited_by: string;
  stamp: string;
  /** 0 if the invitation is to be sent later. */
  sends: 0 | 1;
}

/** False if a colleague invited the same person concurrently. */
export async function insertInvitation(tx: Tx, invitation: NewInvitation): Promise<boolean> {
  const rows = await tx.run(
    query
      .insertInto('invitation')
      .values({ ...invitation, expires_at: inSevenDays })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
  );
  return rows.length > 0;
}

type Key = Pick<InvitationRow, 'company_id' | 'id'>;
type Change = Partial<{
  given_name: string;
  family_name: string;
  level: EmployeeLevel;
  role: LoanRole;
  label_ids: string[];
  invited_by: string;
}>;

const update = ({ company_id, id }: Key) =>
  query.updateTable('invitation').where('company_id', '=', company_id).where('id', '=', id);

export async function changeInvitation(tx: Tx, key: Key, change: Change): Promise<void> {
  if (Object.keys(change).length > 0) await tx.run(update(key).set(change));
}

/** Sets a new stamp, which invalidates earlier links, and starts the seven days again. */
export async function renewInvitation(
  tx: Tx,
  key: Key,
  stamp: string,
  change: Change,
): Promise<void> {
  await tx.run(
    update(key).set({
      ...change,
      stamp,
      sends: sql<number>`sends + 1`,
      sent_at: sql<string>`now()`,
      expires_at: inSevenDays,
      declined_at: null,
    }),
  );
}

export async function markAccepted(tx: Tx, key: Key, accountId: string): Promise<void> {
  await tx.run(update(key).set({ accepted_at: sql<string>`now()`, accepted_by: accountId }));
}
/** The requests that are assigned to the person when they accept. */
export async function findHandedOver(tx: Tx, { company_id, id }: Key): Promise<string[]> {
  const rows = await tx.run(
    query
      .selectFrom('element')
      .select('element.id')
      .where('company_id', '=', company_id)
      .where('assigned_invitation_id', '=', id)
      .orderBy('element.id'),
  );
  return rows.map((row) => row.id);
}
export async function markDeclined(tx: Tx, key: Key): Promise<void> {
  await tx.run(update(key).set({ declined_at: sql<string>`now()` }));
}
export async function markRemoved(tx: Tx, key: Key): Promise<void> {
  await tx.run(update(key).set({ removed_at: sql<string>`now()`, declined_at: null }));
}

interface Inviting {
  readonly companyId: string;
  readonly loanId: string | null;
  readonly emailAddress: string;
  readonly invitedBy: string;
}

/**
 * Invitation emails of the last hour: from this company, to this loan, and to this address. The lender's people share a count, others
 * have their own.
 */
export async function emailsOfLastHour(
  tx: Tx,
  { companyId, loanId, emailAddress, invitedBy }: Inviting,
) {
  const [row] = await tx.run(
    query
      .selectFrom(
        sql<{
          from_company: number;
          on_loan: number;
          to_address: number;
        }>`app.invitations_of_last_hour(
          ${companyId}::uuid, ${loanId}::uuid, ${emailAddress}, ${invitedBy}::uuid)`.as('sent'),
      )
      .select(['sent.from_company', 'sent.on_loan', 'sent.to_address']),
  );
  return row!;
}

/** Adds the person to the company's directory under their own name. */
export async function listPerson(
  tx: Tx,
  companyId: string,
  account: {
    id: string;
    given_name: string | null;
    family_name: string | null;
    email_address: string;
  },
): Promise<void> {
  const { id, ...person } = account;
  const personColumns = {
    given_name: person.given_name,
    family_name: person.family_name,
    email_address: person.email_address,
  };
  await tx.run(
    query
      .insertInto('person')
      .values({ company_id: companyId, account_id: id, ...personColumns })
      .onConflict((conflict) =>
        conflict.columns(['company_id', 'account_id']).doUpdateSet(personColumns),
      ),
  );
}

export async function insertEmployee(
  tx: Tx,
  employee: { company_id: string; account_id: string; level: EmployeeLevel },
): Promise<void> {
  await tx.run(
    query
      .insertInto('employee')
      .values(employee)
      .onConflict((conflict) => conflict.doNothing()),
  );
}

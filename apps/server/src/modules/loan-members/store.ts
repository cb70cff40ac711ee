import { LENDER_ROLES, type LoanRole } from '@cairn/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Authorized } from '../../platform/authorize.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { viewerOf, visibleLoans } from '../loans/index.ts';

export interface OnLoan {
  company_id: string;
  id: string;
}

/** Loan members who work for the lender. Users outside the lender must not see who they are. */
export const staffOn = ({ company_id, id }: OnLoan) =>
  query
    .selectFrom('employee')
    .select('employee.account_id')
    .where('employee.company_id', '=', company_id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('loan_role')
          .whereRef('loan_role.company_id', '=', 'employee.company_id')
          .whereRef('loan_role.account_id', '=', 'employee.account_id')
          .where('loan_role.loan_id', '=', id)
          .select('loan_role.id'),
      ),
    );

export const relationsOn = ({ company_id, id }: OnLoan) =>
  query
    .selectFrom('contact_relation as relation')
    .select([
      'relation.id',
      'relation.subrole_id',
      'relation.phone',
      sql<string | null>`coalesce(relation.related_role_id, relation.related_invitation_id)`.as(
        'related_id',
      ),
      sql<string>`coalesce(relation.contact_role_id, relation.contact_invitation_id)`.as(
        'contact_id',
      ),
      sql<string | null>`app.subrole_name(relation.company_id, relation.subrole_id)`.as(
        'subrole_name',
      ),
    ])
    .where('relation.company_id', '=', company_id)
    .where('relation.loan_id', '=', id)
    .orderBy('relation.created_at')
    .orderBy('relation.id');

export interface RelationRow {
  id: string;
  subrole_id: string | null;
  phone: string | null;
  related_id: string | null;
  contact_id: string;
  subrole_name: string | null;
}

/** Whether they work for the company now, with an open account. */
export async function worksFor(tx: Tx, companyId: string, accountId: string): Promise<boolean> {
  const rows = await tx.run(
    query
      .selectFrom('employee')
      .innerJoin('account', 'account.id', 'employee.account_id')
      .select('employee.account_id')
      .where('employee.company_id', '=', companyId)
      .where('employee.account_id', '=', accountId)
      .where('account.closed_at', 'is', null)
      .where('account.is_system', '=', false),
  );
  return rows.length > 0;
}

/** Whether they are in the company's directory, with an open account. */
export async function isKnown(tx: Tx, companyId: string, accountId: string): Promise<boolean> {
  const rows = await tx.run(
    query
      .selectFrom('person')
      .innerJoin('account', 'account.id', 'person.account_id')
      .select('person.account_id')
      .where('person.company_id', '=', companyId)
      .where('person.account_id', '=', accountId)
      .where('account.closed_at', 'is', null)
      .where('account.is_system', '=', false),
  );
  return rows.length > 0;
}

export async function findMember(reads: Queries, { company_id, id }: OnLoan, roleId: string) {
  const [row] = await reads.run(
    query
      .selectFrom('loan_role')
      .select(['id', 'account_id', 'role'])
      .where('company_id', '=', company_id)
      .where('loan_id', '=', id)
      .where('id', '=', roleId),
  );
  return row;
}

export const findMembers = ({ company_id, id }: OnLoan, accountId: string) =>
  query
    .selectFrom('loan_role')
    .select(['id', 'account_id', 'role'])
    .where('company_id', '=', company_id)
    .where('loan_id', '=', id)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id');
export interface LoanMemberRow {
  id: string;
  account_id: string;
  role: LoanRole;
}

/** Roles and open invitations of this address that the caller sees. */
export async function addressOn(tx: Tx, { company_id, id }: OnLoan, emailAddress: string) {
  const address = emailAddress.trim().toLowerCase();
  const parts = await tx.run(
    query
      .selectFrom('loan_role')
      .innerJoin('person', (join) =>
        join
          .onRef('person.company_id', '=', 'loan_role.company_id')
          .onRef('person.account_id', '=', 'loan_role.account_id'),
      )
      .select('loan_role.role')
      .where('loan_role.company_id', '=', company_id)
      .where('loan_role.loan_id', '=', id)
      .where(sql`lower(person.email_address)`, '=', address),
  );
  const invitations = await tx.run(
    query
      .selectFrom('invitation')
      .select('role')
      .where('company_id', '=', company_id)
      .where('loan_id', '=', id)
      .where('accepted_at', 'is', null)
      .where('removed_at', 'is', null)
      .where(sql`lower(email_address)`, '=', address),
  );
  return {
    roles: parts.map(({ role }) => role),
    invitedRoles: invitations.map(({ role }) => role),
  };
}

/** The number of open invitations to the loan that the caller sees. */
export async function countAsked(tx: Tx, { company_id, id }: OnLoan): Promise<number> {
  const [row] = await tx.run(
    query
      .selectFrom('invitation')
      .select((eb) => eb.fn.countAll<number>().as('asked'))
      .where('company_id', '=', company_id)
      .where('loan_id', '=', id)
      .where('accepted_at', 'is', null)
      .where('removed_at', 'is', null),
  );
  return row!.asked;
}

export interface Relation {
  id: string;
  /** The member whose contact it is, by role id or invitation id. */
  related: { roleId: string } | { invitationId: string };
  /** The contact, likewise. */
  contact: { roleId: string } | { invitationId: string };
  subroleId: string | null;
  phone: string | null;
}

const relatedColumns = (related: Relation['related']) => ({
  related_role_id: 'roleId' in related ? related.roleId : null,
  related_invitation_id: 'invitationId' in related ? related.invitationId : null,
});

export async function insertRelation(tx: Tx, loan: OnLoan, relation: Relation, actorId: string) {
  await tx.run(
    query.insertInto('contact_relation').values({
      company_id: loan.company_id,
      id: relation.id,
      loan_id: loan.id,
      ...relatedColumns(relation.related),
      contact_role_id: 'roleId' in relation.contact ? relation.contact.roleId : null,
      contact_invitation_id:
        'invitationId' in relation.contact ? relation.contact.invitationId : null,
      subrole_id: relation.subroleId,
      phone: relation.phone,
      created_by: actorId,
    }),
  );
}

export async function saveRelation(
  tx: Tx,
  loan: Authorized<string, OnLoan>,
  id: string,
  change: {
    related: Relation['related'];
    subroleId?: string | null | undefined;
    phone?: string | null | undefined;
  },
): Promise<void> {
  await tx.run(
    query
      .updateTable('contact_relation')
      .set({
        ...relatedColumns(change.related),
        ...(change.subroleId !== undefined && { subrole_id: change.subroleId }),
        ...(change.phone !== undefined && { phone: change.phone }),
      })
      .where('company_id', '=', loan.company_id)
      .where('id', '=', id),
  );
}

/** Deletes the contact relation of a member who is no longer a contact. */
export async function deleteRelationOf(
  tx: Tx,
  loan: Authorized<string, OnLoan>,
  contactId: string,
): Promise<void> {
  await tx.run(
    query
      .deleteFrom('contact_relation')
      .where('company_id', '=', loan.company_id)
      .where('loan_id', '=', loan.id)
      .where((eb) =>
        eb.or([eb('contact_role_id', '=', contactId), eb('contact_invitation_id', '=', contactId)]),
      ),
  );
}

/** Moves contacts from an invitation to the one that replaces it. */
export async function moveRelations(
  tx: Tx,
  loan: Authorized<string, OnLoan>,
  from: string,
  to: string,
): Promise<void> {
  for (const side of ['contact_invitation_id', 'related_invitation_id'] as const) {
    await tx.run(
      query
        .updateTable('contact_relation')
        .set({ [side]: to })
        .where('company_id', '=', loan.company_id)
        .where(side, '=', from),
    );
  }
}

/** Moves assigned requests from an invitation to the one that replaces it. */
export const moveHandedOver = (tx: Tx, loan: OnLoan, from: string, to: string) =>
  tx.run(
    query.selectNoFrom(
      sql`app.move_handed_over(${loan.company_id}::uuid, ${loan.id}::uuid, ${from}::uuid, ${to}::uuid)`.as(
        'moved',
      ),
    ),
  );

export async function hasSubrole(tx: Tx, companyId: string, id: string): Promise<boolean> {
  const rows = await tx.run(
    query
      .selectFrom('contact_subrole')
      .select('id')
      .where('company_id', '=', companyId)
      .where('id', '=', id),
  );
  return rows.length > 0;
}

/** Loans of a company on which a user holds a role, limited to those that the caller sees. */
export const loansOf = (actor: Actor, companyId: string, accountId: string) =>
  visibleLoans(viewerOf(actor), actor)
    .innerJoin('phase', (join) =>
      join
        .onRef('phase.company_id', '=', 'loan.company_id')
        .onRef('phase.id', '=', 'loan.phase_id'),
    )
    .innerJoin('loan_role as part', (join) =>
      join
        .onRef('part.company_id', '=', 'loan.company_id')
        .onRef('part.loan_id', '=', 'loan.id')
        .on('part.account_id', '=', accountId),
    )
    .where('loan.company_id', '=', companyId)
    .groupBy(['loan.company_id', 'loan.id', 'phase.company_id', 'phase.id'])
    .select([
      'loan.id',
      'loan.company_id',
      'loan.short_code',
      'loan.name',
      'loan.status',
      'phase.id as phase_id',
      'phase.name as phase_name',
      'phase.display_order as phase_order',
      'phase.category as phase_category',
      sql<LoanRole[]>`array_agg(part.role order by part.created_at)`.as('roles'),
    ])
    .orderBy('loan.close_order')
    .orderBy('loan.id')
    .limit(200);

/** The directory of the caller's company. People outside a company know each other through shared loans. */
const visiblePerson = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'person'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  return isStaff(actor) ? eb('person.company_id', '=', actor.companyId) : eb.lit(false);
};

export const visiblePersonById = (actor: Actor, companyId: string, accountId: string) =>
  query
    .selectFrom('person')
    .select('person.account_id')
    .where('person.company_id', '=', companyId)
    .where('person.account_id', '=', accountId)
    .where(visiblePerson(actor));

const lending: readonly LoanRole[] = LENDER_ROLES;
export const isLending = ({ role }: { role: LoanRole }): boolean => lending.includes(role);

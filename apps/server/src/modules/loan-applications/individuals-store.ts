import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import { moveEntityElements } from '../elements/index.ts';
import { replaceEntityOnLoan, saveLabels, unlinkEntity } from '../entities/index.ts';
import { moveEntityRequests } from '../needs-list/index.ts';

/** The borrower or applicant on this loan with this address. */
export async function findBorrowerByAddress(
  tx: Tx,
  loan: { company_id: string; id: string },
  emailAddress: string,
) {
  const [row] = await tx.run(
    query
      .selectFrom('loan_role')
      .innerJoin('person', (join) =>
        join
          .onRef('person.company_id', '=', 'loan_role.company_id')
          .onRef('person.account_id', '=', 'loan_role.account_id'),
      )
      .select('person.account_id')
      .where('loan_role.company_id', '=', loan.company_id)
      .where('loan_role.loan_id', '=', loan.id)
      .where(sql<boolean>`app.level_of(loan_role.role) in ('BORROWER', 'APPLICANT')`)
      .where(sql`lower(person.email_address)`, '=', emailAddress.trim().toLowerCase())
      .limit(1),
  );
  return row;
}

/** The individual that an invitation was sent for, locked on its loan. */
export async function findInvited(tx: Tx, companyId: string, invitationId: string) {
  const [row] = await tx.run(
    query
      .selectFrom('application_person as invited')
      .innerJoin('entity', (join) =>
        join
          .onRef('entity.company_id', '=', 'invited.company_id')
          .onRef('entity.id', '=', 'invited.entity_id'),
      )
      .innerJoin('loan_entity', (join) =>
        join
          .onRef('loan_entity.company_id', '=', 'invited.company_id')
          .onRef('loan_entity.loan_id', '=', 'invited.loan_id')
          .onRef('loan_entity.entity_id', '=', 'invited.entity_id'),
      )
      .innerJoin('invitation', (join) =>
        join
          .onRef('invitation.company_id', '=', 'invited.company_id')
          .onRef('invitation.id', '=', 'invited.invitation_id'),
      )
      .select([
        'invited.company_id',
        'invited.loan_id',
        'invited.entity_id',
        'entity.account_id',
        'entity.name',
        'loan_entity.id as loan_entity_id',
        'loan_entity.labels',
        'invitation.invited_by',
      ])
      .where('invited.company_id', '=', companyId)
      .where('invited.invitation_id', '=', invitationId)
      .forUpdate('entity'),
  );
  return row;
}
export type InvitedIndividual = NonNullable<Awaited<ReturnType<typeof findInvited>>>;

/** Replaces one individual on a loan by another, which takes over its labels, folder and requests. */
export async function replaceIndividual(
  tx: Tx,
  { company_id, loan_id, entity_id, loan_entity_id, name, labels }: InvitedIndividual,
  own: { id: string; name: string },
): Promise<void> {
  const onLoan = { company_id, loan_id };
  await holdLoan(tx, onLoan);
  const link = { company_id, loan_entity_id };
  const existing = await linkOf(tx, onLoan, own.id);
  if (existing) {
    await saveLabels(tx, existing, [...new Set([...existing.labels, ...labels])]);
    await unlinkEntity(tx, link);
    return;
  }
  // It was on the loan before and left a folder or requests: it gets those back, the rest stays.
  if (!(await hasTraces(tx, onLoan, own.id))) {
    await moveEntityElements(tx, onLoan, { id: entity_id, name }, own);
    await moveEntityRequests(tx, onLoan, entity_id, own.id);
  }
  await replaceEntityOnLoan(tx, link, own.id);
}

type OnLoan = Pick<InvitedIndividual, 'company_id' | 'loan_id'>;

/** Locks the loan, like every change of a package. */
async function holdLoan(tx: Tx, { company_id, loan_id }: OnLoan): Promise<void> {
  await tx.run(
    query
      .selectFrom('loan')
      .select('id')
      .where('company_id', '=', company_id)
      .where('id', '=', loan_id)
      .forNoKeyUpdate(),
  );
}

async function linkOf(tx: Tx, { company_id, loan_id }: OnLoan, entityId: string) {
  const [row] = await tx.run(
    query
      .selectFrom('loan_entity')
      .select(['company_id', 'id as loan_entity_id', 'labels'])
      .where('company_id', '=', company_id)
      .where('loan_id', '=', loan_id)
      .where('entity_id', '=', entityId),
  );
  return row;
}

async function hasTraces(tx: Tx, { company_id, loan_id }: OnLoan, entityId: string) {
  const [row] = await tx.run(
    query.selectNoFrom(
      sql<boolean>`exists (select from element e where e.company_id = ${company_id}::uuid
          and e.loan_id = ${loan_id}::uuid and e.sherpa_entity_id = ${entityId}::uuid)
        or exists (select from asked_for a where a.company_id = ${company_id}::uuid
          and a.loan_id = ${loan_id}::uuid and a.entity_id = ${entityId}::uuid)`.as('some'),
    ),
  );
  return row!.some;
}

/**
 * Whether an individual may become the own one of the person whom `by` invited, who can then read its identifiers.
 * True for an invitation by the lender; otherwise only if the lender wrote nothing in it, and it is on no other loan.
 */
export async function mayBeGiven(
  tx: Tx,
  companyId: string,
  entityId: string,
  actorId: string,
): Promise<boolean> {
  const [row] = await tx.run(
    query.selectNoFrom(
      sql<boolean>`app.may_be_given(${companyId}::uuid, ${entityId}::uuid, ${actorId}::uuid)`.as(
        'may',
      ),
    ),
  );
  return row!.may;
}

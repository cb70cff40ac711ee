import type { LoanRole } from '@cairn/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { answered } from './answering.ts';

/** Staff see the whole package; everyone else, where they hold a role, what is not kept from them. */
const visible = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'element'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  if (isStaff(actor)) return eb('element.company_id', '=', actor.companyId);
  return sql<boolean>`app.sees_element(
    app.standing_on(element.company_id, element.loan_id, ${actor.accountId}::uuid),
    ${actor.accountId}::uuid, element.storage_type, element.priority_type, element.flags,
    element.assigned_to)`;
};

const myRoles = (actor: Actor) => sql<LoanRole[]>`array(
  select r.role from loan_role r
  where r.company_id = element.company_id and r.loan_id = element.loan_id
    and r.account_id = ${actor.accountId})`;

/** Every query of elements starts here. */
const visibleElements = (actor: Actor) =>
  query
    .selectFrom('element')
    .where(visible(actor))
    .select([
      'element.company_id',
      'element.id',
      'element.loan_id',
      'element.parent_id',
      'element.title',
      'element.description',
      'element.storage_type',
      'element.priority_type',
      'element.flags',
      'element.display_order',
      'element.assigned_to',
      'element.answer_document_id',
      'element.answer_in_progress',
      'element.answered_at',
      'element.approved_by',
      'element.rejected_by',
      'element.modified_at',
      myRoles(actor).as('my_roles'),
    ]);

const withAnswers = (actor: Actor) =>
  visibleElements(actor)
    .leftJoin('document', (join) =>
      join
        .onRef('document.company_id', '=', 'element.company_id')
        .onRef('document.id', '=', 'element.answer_document_id'),
    )
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'document.company_id')
        .onRef('person.account_id', '=', 'document.created_by'),
    )
    .select([
      'document.id as document_id',
      'document.name as document_name',
      'document.provider as document_provider',
      'document.size as document_size',
      'document.virus_scan_state',
      'document.created_by as document_created_by',
      'document.created_at as document_created_at',
      'document.modified_at as document_modified_at',
      'person.given_name',
      'person.family_name',
      'person.email_address',
    ]);

export const elementsOfLoan = (actor: Actor, loanId: string) =>
  withAnswers(actor)
    .where('element.loan_id', '=', loanId)
    .orderBy('element.display_order')
    .orderBy('element.title')
    .orderBy('element.id');
type ElementsQuery = ReturnType<typeof elementsOfLoan>;
export type AnsweredElement = ElementsQuery extends { execute(): Promise<(infer Row)[]> }
  ? Row
  : never;

export async function findElement(reads: Queries, actor: Actor, id: string) {
  const [row] = await reads.run(withAnswers(actor).where('element.id', '=', id));
  return row;
}

/** Locked: two people answering at once come one after the other, and the later one is kept. */
export async function lockElement(tx: Tx, actor: Actor, loanId: string, id: string) {
  const [row] = await tx.run(
    visibleElements(actor)
      .where('element.id', '=', id)
      .where('element.loan_id', '=', loanId)
      .forUpdate('element'),
  );
  return row;
}
export type ElementRow = NonNullable<Awaited<ReturnType<typeof lockElement>>>;

export async function saveElement(
  tx: Tx,
  { company_id, id }: ElementRow,
  changed: ReturnType<typeof answered>,
): Promise<void> {
  await tx.run(
    query
      .updateTable('element')
      .set({ ...changed, answered_at: sql`now()`, modified_at: sql`now()` })
      .where('company_id', '=', company_id)
      .where('id', '=', id),
  );
}

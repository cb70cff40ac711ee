import type { LoanRole } from '@cairn/contract';
import type { ReviewStatus } from '@cairn/contract/template-terms';
import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { Refusal } from '../../platform/refusal.ts';
import { viewerOf, visibleLoans } from '../loans/index.ts';

/** Staff see the whole package; everyone else, where they hold a role, what is not kept from them. */
export const visible = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'element'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  if (isStaff(actor)) return eb('element.company_id', '=', actor.companyId);
  return sql<boolean>`app.sees_element(${actor.accountId}::uuid, element)`;
};

const myRoles = (actor: Actor) => sql<LoanRole[]>`array(
  select r.role from loan_role r
  where r.company_id = loan.company_id and r.loan_id = loan.id
    and r.account_id = ${actor.accountId} and app.level_of(r.role) = ${actor.roleLevel})`;
const myLevel = (actor: Actor) => sql<'OWNER' | 'EMPLOYEE' | null>`(
  select e.level from employee e
  where e.company_id = loan.company_id and e.account_id = ${actor.accountId})`;

/** A loan's package, and how the caller stands to it. */
export const packagesOf = (actor: Actor, loanIds: readonly string[]) =>
  visibleLoans(viewerOf(actor), actor)
    .where(sql<boolean>`loan.id = any(${loanIds}::uuid[])`)
    .select([
      'loan.company_id',
      'loan.id',
      'loan.review_reached',
      'loan.files',
      'loan.folders',
      'loan.links',
      myRoles(actor).as('my_roles'),
      myLevel(actor).as('my_level'),
    ])
    .orderBy('loan.id');
type PackagesQuery = ReturnType<typeof packagesOf>;
export type PackageRow = PackagesQuery extends { execute(): Promise<(infer Row)[]> } ? Row : never;

export async function packageSeenBy(
  reads: Queries,
  actor: Actor,
  loanId: string,
): Promise<PackageRow> {
  const [row] = await reads.run(packagesOf(actor, [loanId]));
  if (!row) throw new Refusal('LOAN_NOT_FOUND');
  return row;
}

/**
 * One writer at a time in a package: whoever changes anything in it holds its loan's row from here to the
 * commit. Several loans are taken in the order of their ids, so that nobody waits in a circle.
 */
export async function lockPackages(
  tx: Tx,
  actor: Actor,
  loanIds: readonly string[],
): Promise<Map<string, PackageRow>> {
  const rows = await tx.run(packagesOf(actor, loanIds).forNoKeyUpdate('loan'));
  return new Map(rows.map((row) => [row.id, row]));
}

export async function lockPackage(tx: Tx, actor: Actor, loanId: string): Promise<PackageRow> {
  const row = (await lockPackages(tx, actor, [loanId])).get(loanId);
  if (!row) throw new Refusal('LOAN_NOT_FOUND');
  return row;
}

/** Whether it is about the individual that the caller is: asked for applicants, whose part in a loan it is. */
const ofOwnEntity = ({ accountId, roleLevel }: Actor) =>
  roleLevel === 'APPLICANT'
    ? sql<boolean>`app.is_own_entity(element.company_id, element.sherpa_entity_id, ${accountId}::uuid)`
    : sql<boolean>`false`;

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
      'element.target_id',
      'element.title',
      'element.description',
      'element.include_description',
      'element.storage_type',
      'element.question_type',
      'element.choices',
      'element.priority_type',
      'element.flags',
      'element.color',
      'element.display_order',
      'element.locations',
      'element.visible_at_status',
      'element.has_expiration',
      'element.expiration_date',
      'element.due_date',
      'element.assigned_to',
      'element.sherpa_entity_id',
      'element.sherpa_entity_type',
      'element.answer_document_id',
      'element.answer_value',
      'element.answer_in_progress',
      'element.answered_at',
      'element.answered_by',
      'element.answered',
      'element.expired',
      'element.approved_by',
      'element.rejected_by',
      'element.rejection_code',
      'element.rejection_reason',
      'element.created_by',
      'element.deleted_at',
      'element.deleted_by',
      'element.kept',
      'element.private',
      'element.private_to',
      'element.in_trash',
      'element.version',
      'element.rule',
      'element.modified_at',
    ])
    .select(ofOwnEntity(actor).as('of_own_entity'));

export const withAnswers = (actor: Actor) =>
  visibleElements(actor)
    .leftJoin('document', (join) =>
      join
        .onRef('document.company_id', '=', 'element.company_id')
        .onRef('document.id', '=', 'element.answer_document_id'),
    )
    .leftJoin('document as form', (join) =>
      join
        .onRef('form.company_id', '=', 'element.company_id')
        .onRef('form.id', '=', 'element.form_document_id')
        .on('form.virus_scan_state', '=', 'CLEAN'),
    )
    .leftJoin('person', (join) =>
      join
        .onRef('person.company_id', '=', 'document.company_id')
        .onRef('person.account_id', '=', 'document.created_by'),
    )
    .leftJoin('person as deleter', (join) =>
      join
        .onRef('deleter.company_id', '=', 'element.company_id')
        .onRef('deleter.account_id', '=', 'element.deleted_by'),
    )
    .select([
      'form.id as form_id',
      'form.name as form_name',
      'form.size as form_size',
      'document.id as document_id',
      'document.name as document_name',
      'document.provider as document_provider',
      'document.size as document_size',
      'document.virus_scan_state',
      'document.created_by as document_created_by',
      'document.written_by as document_written_by',
      'document.created_at as document_created_at',
      'document.modified_at as document_modified_at',
      'person.given_name',
      'person.family_name',
      'person.email_address',
      'deleter.given_name as deleter_given_name',
      'deleter.family_name as deleter_family_name',
      'deleter.email_address as deleter_email_address',
    ]);
type ElementsQuery = ReturnType<typeof withAnswers>;
export type AnsweredElement = ElementsQuery extends { execute(): Promise<(infer Row)[]> }
  ? Row
  : never;

/** Whose package: the company is said too, for every index begins with it. */
export type OfLoan = Pick<PackageRow, 'company_id' | 'id'>;

const elementsIn = (actor: Actor, { company_id, id }: OfLoan) =>
  withAnswers(actor).where('element.company_id', '=', company_id).where('element.loan_id', '=', id);

export const elementsOfLoan = (actor: Actor, its: OfLoan, status: 'ACTIVE' | 'TRASHED' | 'ALL') => {
  const all = elementsIn(actor, its);
  return status === 'ALL' ? all : all.where('element.in_trash', '=', status === 'TRASHED');
};

export const elementsByIds = (actor: Actor, ids: readonly string[]) =>
  withAnswers(actor).where(sql<boolean>`element.id = any(${ids}::uuid[])`);

/** Items of other loans that are shown on this one. By the shares: they are few, and have an index. */
export const elementsSharedWith = (actor: Actor, { company_id, id }: OfLoan) =>
  withAnswers(actor)
    .where('element.company_id', '=', company_id)
    .where(
      sql<boolean>`element.id in (select s.element_id from element_share s
        where s.company_id = ${company_id}::uuid and s.target_loan_id = ${id}::uuid)`,
    )
    .where('element.in_trash', '=', false);

export const wouldShow = (actor: Actor, its: OfLoan, status: ReviewStatus) =>
  elementsIn(actor, its)
    .where('element.in_trash', '=', false)
    .where(
      sql<boolean>`app.review_rank(element.visible_at_status) <= app.review_rank(${status})
        and app.review_rank(element.visible_at_status)
          > (select l.review_reached from loan l
             where l.company_id = element.company_id and l.id = element.loan_id)`,
    );

/** An item together with how the caller stands to its loan: what the rules are about. */
export type ElementRow = AnsweredElement & Pick<PackageRow, 'my_roles' | 'my_level'>;

export const standingOn = (row: AnsweredElement, its: PackageRow | undefined): ElementRow => ({
  ...row,
  my_roles: its?.my_roles ?? [],
  my_level: its?.my_level ?? null,
});

export interface Locked {
  elements: ElementRow[];
  packages: Map<string, PackageRow>;
}

/**
 * The named items, their loans locked, or nothing at all: one id that the caller does not see refuses the
 * whole call. Read again after the lock, for what was read before it may be over.
 */
export async function lockElements(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
  loanId?: string,
): Promise<Locked> {
  const wanted = [...new Set(ids)];
  const loanIds = loanId ? [loanId] : await loansOf(tx, actor, wanted);
  const locked = await lockPackages(tx, actor, loanIds);
  const rows = await tx.run(elementsByIds(actor, wanted));
  const byId = new Map(rows.filter((row) => locked.has(row.loan_id)).map((row) => [row.id, row]));
  const elements = wanted.map((id) => {
    const row = byId.get(id);
    if (!row) throw new Refusal('NOT_FOUND');
    return standingOn(row, locked.get(row.loan_id));
  });
  return { elements, packages: locked };
}

async function loansOf(tx: Tx, actor: Actor, ids: readonly string[]): Promise<string[]> {
  const rows = await tx.run(
    query
      .selectFrom('element')
      .where(visible(actor))
      .where(sql<boolean>`element.id = any(${ids}::uuid[])`)
      .select('element.loan_id')
      .distinct(),
  );
  return rows.map((row) => row.loan_id);
}

export async function lockElement(tx: Tx, actor: Actor, id: string, loanId?: string) {
  const { elements } = await lockElements(tx, actor, [id], loanId);
  return elements[0]!;
}

type Update = Record<string, unknown>;

/** The row is the loan's lock holder's: nobody else changes it meanwhile. */
export async function saveElement(
  tx: Tx,
  { company_id, id }: Pick<ElementRow, 'company_id' | 'id'>,
  changed: Update,
): Promise<void> {
  await tx.run(
    query
      .updateTable('element')
      .set({ ...changed, version: sql`version + 1`, modified_at: sql`now()` } as never)
      .where('company_id', '=', company_id)
      .where('id', '=', id),
  );
}

export async function saveElements(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
  changed: Update,
): Promise<void> {
  await tx.run(
    query
      .updateTable('element')
      .set({ ...changed, version: sql`version + 1`, modified_at: sql`now()` } as never)
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  );
}

/** From an item up to the package, the item itself first. */
export async function pathUp(tx: Tx, companyId: string, id: string) {
  return tx.run(
    query
      .withRecursive('way', (db) =>
        db
          .selectFrom('element')
          .where('company_id', '=', companyId)
          .where('id', '=', id)
          .select([
            'id',
            'loan_id',
            'parent_id',
            'storage_type',
            'in_trash',
            sql<number>`1`.as('step'),
          ])
          .unionAll(
            db
              .selectFrom('element')
              .innerJoin('way', 'way.parent_id', 'element.id')
              .where('element.company_id', '=', companyId)
              // A circle cannot be; if it ever were, this ends.
              .where('way.step', '<', 200)
              .select([
                'element.id',
                'element.loan_id',
                'element.parent_id',
                'element.storage_type',
                'element.in_trash',
                sql<number>`way.step + 1`.as('step'),
              ]),
          ),
      )
      .selectFrom('way')
      .select(['id', 'loan_id', 'parent_id', 'storage_type', 'in_trash'])
      .orderBy('step'),
  );
}

/** The items and everything in them. */
export async function withinThem(
  tx: Tx,
  companyId: string,
  ids: readonly string[],
): Promise<{ id: string; parent_id: string | null; depth: number }[]> {
  return tx.run(
    query
      .withRecursive('within', (db) =>
        db
          .selectFrom('element')
          .where('company_id', '=', companyId)
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .select(['id', 'parent_id', sql<number>`1`.as('depth')])
          .unionAll(
            db
              .selectFrom('element')
              .innerJoin('within', 'within.id', 'element.parent_id')
              .where('element.company_id', '=', companyId)
              .where('within.depth', '<', 200)
              .select([
                'element.id',
                'element.parent_id',
                sql<number>`within.depth + 1`.as('depth'),
              ]),
          ),
      )
      .selectFrom('within')
      .select(['id', 'parent_id', 'depth']),
  );
}

/** Whether these people have anything to do with the loan: a role on it, or the company's staff. */
export async function areOnLoan(
  tx: Tx,
  its: Pick<PackageRow, 'company_id' | 'id'>,
  accountIds: readonly string[],
): Promise<boolean> {
  const wanted = [...new Set(accountIds)];
  const rows = await tx.run(
    query
      .selectFrom('person')
      .where('person.company_id', '=', its.company_id)
      .where(sql<boolean>`person.account_id = any(${wanted}::uuid[])`)
      .where(
        sql<boolean>`(exists (select from loan_role r where r.company_id = person.company_id
            and r.loan_id = ${its.id} and r.account_id = person.account_id)
          or exists (select from employee e where e.company_id = person.company_id
            and e.account_id = person.account_id))`,
      )
      .select('person.account_id'),
  );
  return rows.length === wanted.length;
}

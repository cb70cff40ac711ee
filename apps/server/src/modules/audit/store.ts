import type { AuditFilter } from '@cairn/contract';
import { sql, type ExpressionBuilder } from 'kysely';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Queries } from '../../platform/db/db.ts';
import { query } from '../../platform/db/query.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { visibleDocuments } from '../documents/index.ts';
import { visibleElement } from '../elements/index.ts';
import type { LoanRow } from '../loans/index.ts';
import type { LoggedCompany } from './policy.ts';

/** Companies whose log the caller may ask for. The policy decides who of a company's staff may. */
const visible = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'company'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  return isStaff(actor) ? eb('company.id', '=', actor.companyId) : eb.lit(false);
};

export async function findLoggedCompany(
  reads: Queries,
  actor: Actor,
  id: string,
): Promise<LoggedCompany | undefined> {
  const [row] = await reads.run(
    query
      .selectFrom('company')
      .select('company.id')
      .select(
        sql<boolean>`exists (
          select from employee e where e.company_id = company.id
            and e.account_id = ${actor.accountId} and e.level = 'OWNER')`.as('owned_by_caller'),
      )
      .where('company.id', '=', id)
      .where(visible(actor)),
  );
  return row;
}

export interface Cursor {
  /** With microseconds, because several entries can share a millisecond. */
  at: string;
  id: string;
}

export interface Page {
  after?: Cursor | undefined;
  limit: number;
}

/** The page is limited along an index before any name is looked up. */
function pageOf(companyId: string, filter: AuditFilter, { after, limit }: Page) {
  let page = query.selectFrom('audit_entry').selectAll().where('company_id', '=', companyId);
  // All entries about a loan form one chain, under the loan's id.
  if (filter.loanId) page = page.where('chain_id', '=', filter.loanId);
  if (filter.personId) page = page.where('actor_id', '=', filter.personId);
  if (filter.kind) page = page.where('kind', '=', filter.kind);
  if (filter.from) page = page.where('at', '>=', filter.from);
  if (filter.to) page = page.where('at', '<', filter.to);
  if (after) {
    page = page.where(sql<boolean>`(at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
  }
  return page.orderBy('at', 'desc').orderBy('id', 'desc').limit(limit);
}

/** The planner does not turn a subquery with an offset into a join or a hash of the whole table. */
const NO_JOIN = sql.lit(0);

const idIn = (key: string) => sql<string>`(entry.detail ->> ${sql.lit(key)})::uuid`;

/** The id of what the entry is about; the first one if there are several. */
const firstIn = (one: string, several: string) =>
  sql<string>`coalesce(${idIn(one)}, (entry.detail -> ${sql.lit(several)} ->> 0)::uuid)`;

/** All loan members see changes of status and phase. Of files and requests they see only those that they may see. */
const TOLD_TO_ALL = ['loan.statusChanged', 'loan.phaseChanged'];
const TOLD_OF_REQUESTS = ['element.answered', 'element.approved', 'element.rejected'];
/** Literals, because with parameters the planner cannot tell that the index `audit_entry_told` covers them. */
const isTold = sql<boolean>`kind in (${sql.join(
  [...TOLD_TO_ALL, 'document.uploaded', ...TOLD_OF_REQUESTS].map((kind) => sql.lit(kind)),
)})`;
/** A loan's activity does not contain views and personal pins. */
const NO_NEWS = [
  'loan.opened',
  'element.opened',
  'loan.pinned',
  'loan.unpinned',
  'document.processed',
];
const DOWNLOADS = ['document.read'];

const elementIds = sql<string[]>`array(
  select audit_entry.detail ->> 'elementId' where audit_entry.detail ? 'elementId'
  union
  select jsonb_array_elements_text(audit_entry.detail -> 'elementIds')
  where jsonb_typeof(audit_entry.detail -> 'elementIds') = 'array')::uuid[]`;

/** Staff read all entries. For others, the row security policy `told` has the same condition. */
const isVisibleEntry = (actor: Actor) => (eb: ExpressionBuilder<Schema, 'audit_entry'>) => {
  if (isPlatformAdmin(actor)) return eb.lit(true);
  if (isStaff(actor)) return eb('audit_entry.company_id', '=', actor.companyId);
  const seesDocument = eb.exists(
    visibleDocuments(actor)
      .whereRef('document.company_id', '=', sql.ref('audit_entry.company_id'))
      .where('document.id', '=', sql<string>`(audit_entry.detail ->> 'documentId')::uuid`)
      .offset(NO_JOIN)
      .select('document.id'),
  );
  const visibleCount = query
    .selectFrom('element')
    .where(visibleElement(actor))
    .whereRef('element.company_id', '=', sql.ref('audit_entry.company_id'))
    .where(sql<boolean>`element.id = any(${elementIds})`)
    .select((count) => count.fn.countAll<number>().as('seen'));
  const sees = eb.or([
    eb('kind', 'in', TOLD_TO_ALL),
    eb.and([eb('kind', '=', 'document.uploaded'), seesDocument]),
    eb.and([
      eb('kind', 'in', TOLD_OF_REQUESTS),
      sql<boolean>`cardinality(${elementIds}) > 0 and (${visibleCount}) = cardinality(${elementIds})`,
      eb.or([sql<boolean>`not audit_entry.detail ? 'documentId'`, seesDocument]),
    ]),
  ]);
  return eb.and([isTold, sees]);
};

/** The request itself, or a file that is or was an answer to it. */
const isAbout = (elementId: string) => sql<boolean>`(detail ->> 'elementId' = ${elementId}
  or detail -> 'elementIds' @> to_jsonb(${elementId}::text)
  or (detail ->> 'documentId')::uuid in (${query
    .selectFrom('element')
    .select('answer_document_id')
    .whereRef('element.company_id', '=', sql.ref('audit_entry.company_id'))
    .where('element.id', '=', elementId)
    .unionAll(
      query
        .selectFrom('past_answer')
        .select('document_id as answer_document_id')
        .whereRef('past_answer.company_id', '=', sql.ref('audit_entry.company_id'))
        .where('past_answer.element_id', '=', elementId),
    )}))`;

interface HistoryQuery {
  limit: number;
  elementId?: string | undefined;
}

/** The latest entries of a loan's chain, along its key; for one request, including who read its files. */
export function loanHistory(actor: Actor, loan: LoanRow, { limit, elementId }: HistoryQuery) {
  const latest = query
    .selectFrom('audit_entry')
    .selectAll()
    .where('company_id', '=', loan.company_id)
    .where('chain_id', '=', loan.id)
    .where('kind', 'not in', elementId === undefined ? [...NO_NEWS, ...DOWNLOADS] : NO_NEWS)
    .$if(elementId !== undefined, (entries) => entries.where(isAbout(elementId!)))
    // A second copy of an entry, for the person to whom it is private.
    .where(sql<boolean>`not ((kind like 'element.%' or kind like 'shoebox.%') and detail ? 'to')`)
    .where(isVisibleEntry(actor))
    .orderBy('position', 'desc')
    .limit(limit);
  return entriesWithNames(latest);
}

export const auditEntries = (companyId: string, filter: AuditFilter, page: Page) =>
  entriesWithNames(pageOf(companyId, filter, page));

/**
 * Entries with the ids that their sentences name. They are a subquery, because the planner considers `coalesce` in a
 * condition leaky and would then evaluate row security first, for every row of the table.
 */
const entriesWithIds = (page: ReturnType<typeof pageOf>) =>
  query
    .selectFrom(page.as('entry'))
    .selectAll('entry')
    .select([
      idIn('documentId').as('document_id'),
      firstIn('elementId', 'elementIds').as('element_id'),
      idIn('templateId').as('template_id'),
      firstIn('entityId', 'entityIds').as('entity_id'),
      // The person in the entry, or the one whose own chain it is in.
      sql<string>`coalesce(${idIn('userId')}, ${idIn('employeeId')}, entry.chain_id)`.as(
        'subject_id',
      ),
    ])
    .offset(NO_JOIN);

type Named = 'loan' | 'document' | 'template' | 'entity';
const namedById = (table: Named) =>
  query
    .selectFrom(table)
    .select('name')
    .where('company_id', '=', sql.ref<string>('entry.company_id'))
    .where('id', '=', sql.ref<string>(`entry.${table}_id`))
    .offset(NO_JOIN);
const elementById = query
  .selectFrom('element')
  .select(['title', 'borrower_title'])
  .where('company_id', '=', sql.ref<string>('entry.company_id'))
  .where('id', '=', sql.ref<string>('entry.element_id'))
  .offset(NO_JOIN);
const accountById = (id: 'actor_id' | 'subject_id') =>
  query
    .selectFrom('account')
    .select(['given_name', 'family_name', 'email_address'])
    .where('id', '=', sql.ref<string>(`entry.${id}`))
    .offset(NO_JOIN);

/**
 * Entries with the names for their sentences; deleted objects have none. Each name is looked up by its id, because a
 * join may read a whole table, and row security would then check every row of it.
 */
const entriesWithNames = (page: ReturnType<typeof pageOf>) =>
  query
    .selectFrom(entriesWithIds(page).as('entry'))
    .leftJoinLateral(accountById('actor_id').as('actor'), (join) => join.onTrue())
    .leftJoinLateral(namedById('loan').as('loan'), (join) => join.onTrue())
    .leftJoinLateral(namedById('document').as('document'), (join) => join.onTrue())
    .leftJoinLateral(elementById.as('element'), (join) => join.onTrue())
    .leftJoinLateral(namedById('template').as('template'), (join) => join.onTrue())
    .leftJoinLateral(namedById('entity').as('entity'), (join) => join.onTrue())
    .leftJoinLateral(accountById('subject_id').as('subject'), (join) => join.onTrue())
    .select([
      'entry.id',
      'entry.at',
      sql<string>`entry.at::text`.as('at_exactly'),
      'entry.kind',
      'entry.detail',
      'entry.loan_id',
      'entry.actor_id',
      sql<string | null>`host(entry.source_address)`.as('source_address'),
      sql<number>`entry.position`.as('position'),
      sql<string>`encode(entry.hash, 'hex')`.as('hash'),
      'actor.given_name as actor_given_name',
      'actor.family_name as actor_family_name',
      'actor.email_address as actor_email_address',
      'loan.name as loan_name',
      'document.name as document_name',
      'template.name as template_name',
      'entity.name as entity_name',
      'subject.given_name as subject_given_name',
      'subject.family_name as subject_family_name',
      'subject.email_address as subject_email_address',
    ])
    // Same as titleSeenBy, without the caller, whom this query does not know.
    .select(
      sql<string | null>`case when app.role_level() in ('LENDER', 'ADMIN') then element.title
        else coalesce(element.borrower_title, element.title) end`.as('element_title'),
    )
    .orderBy('entry.at', 'desc')
    .orderBy('entry.id', 'desc');
type EntriesQuery = ReturnType<typeof auditEntries>;
export type EntryRow = EntriesQuery extends { execute(): Promise<(infer Row)[]> } ? Row : never;

/** Whether the hash chain of a loan is intact. */
export async function verifyChain(reads: Queries, companyId: string, chainId: string) {
  const [row] = await reads.run(
    query
      .selectFrom(
        sql<{ entries: number; broken_at: number | null }>`app.verify_chain(
          ${companyId}::uuid, ${chainId}::uuid)`.as('verified'),
      )
      .select(['verified.entries', 'verified.broken_at']),
  );
  return row ?? { entries: 0, broken_at: null };
}

const MAX_CHOICES = 20;
const likePattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;

export const loanChoices = (companyId: string, search: string) =>
  query
    .selectFrom('loan')
    .select(['id', 'name'])
    .where('company_id', '=', companyId)
    .where('name', 'ilike', likePattern(search))
    .orderBy('name')
    .limit(MAX_CHOICES);

const fullName = sql<string>`coalesce(
  nullif(concat_ws(' ', given_name, family_name), ''), email_address)`;

export const personChoices = (companyId: string, search: string) =>
  query
    .selectFrom('person')
    .select(['account_id as id', fullName.as('name')])
    .where('company_id', '=', companyId)
    .where(fullName, 'ilike', likePattern(search))
    .orderBy('family_name')
    .orderBy('given_name')
    .limit(MAX_CHOICES);

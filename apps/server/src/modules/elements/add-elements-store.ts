/** Adds elements to a package. Other modules use these functions too. */
import {
  DEEPEST_FOLDER,
  MAX_PACKAGE,
  ROOT_TITLE,
  type Location,
  type Priority,
  type QuestionType,
} from '@cairn/contract';
import type { EntityKind } from '@cairn/contract/entity-fields';
import {
  DEFAULT_DISPLAY_ORDER,
  type DocumentFlag,
  type ReleasePhase,
  type ReviewStatus,
} from '@cairn/contract/template-terms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import { statement } from '../../platform/db/pipeline.ts';
import { query } from '../../platform/db/query.ts';
import { isUniqueViolation } from '../../platform/db/pg-errors.ts';
import { newId } from '../../platform/ids.ts';
import { ApiError } from '../../platform/api-error.ts';

/** A loan's package. The caller must have locked the loan's row or created it in the same transaction. */
export interface Package {
  readonly companyId: string;
  readonly loanId: string;
  /** The person who adds elements; absent if the application does. */
  readonly accountId?: string | undefined;
}

export interface NewElement {
  id?: string | undefined;
  /** A folder of the package or of the same batch; absent: the package itself. */
  parentId?: string | null | undefined;
  title: string;
  storageType?: 'FILE' | 'FOLDER' | undefined;
  questionType?: QuestionType | null | undefined;
  choices?: readonly string[] | undefined;
  description?: string | null | undefined;
  includeDescription?: boolean | undefined;
  priorityType?: Priority | undefined;
  flags?: readonly DocumentFlag[] | undefined;
  color?: string | null | undefined;
  displayOrder?: number | undefined;
  locations?: readonly Location[] | undefined;
  visibleAtStatus?: ReviewStatus | null | undefined;
  /** Held back until the loan reaches this step. */
  releasePhase?: ReleasePhase | null | undefined;
  sbaTab?: number | null | undefined;
  /** The title that borrowers read. */
  borrowerTitle?: string | null | undefined;
  hasExpiration?: boolean | undefined;
  /** Null: no due date. Undefined: computed from the loan, the template or the company. */
  dueDate?: string | null | undefined;
  /** Days until the request is due, counted from its release; set by a template. */
  dueDays?: number | null | undefined;
  assignedToUserId?: string | null | undefined;
  sherpaEntityId?: string | null | undefined;
  sherpaEntityType?: EntityKind | null | undefined;
  /** The target, if the element is a link. */
  targetId?: string | null | undefined;
  /** The condition of the template's rule that requests it. */
  rule?: string | null | undefined;
  /** A form that the borrower downloads, fills in and returns. */
  formDocumentId?: string | null | undefined;
  /** The request that a further file belongs to. */
  continuesId?: string | null | undefined;
}

/** Returns the root folder, which is created with the first element. */
export async function rootOf(tx: Tx, { companyId, loanId, accountId }: Package): Promise<string> {
  const find = query
    .selectFrom('element')
    .select('id')
    .where('company_id', '=', companyId)
    .where('loan_id', '=', loanId)
    .where('parent_id', 'is', null);
  const [existing] = await tx.run(find);
  if (existing) return existing.id;
  const id = newId();
  await tx.run(
    query.insertInto('element').values({
      company_id: companyId,
      id,
      loan_id: loanId,
      parent_id: null,
      title: ROOT_TITLE,
      storage_type: 'FOLDER',
      created_by: accountId ?? null,
    }),
  );
  return id;
}

/**
 * Inserts all elements or none, in a single statement. Parents may follow their children in the batch. Returns the
 * ids in the given order.
 */
export async function addElements(
  tx: Tx,
  loanPackage: Package,
  elements: readonly NewElement[],
): Promise<string[]> {
  if (elements.length === 0) return [];
  const root = await rootOf(tx, loanPackage);
  const placed = elements.map((element) => ({
    ...element,
    id: element.id ?? newId(),
    parentId: element.parentId ?? root,
  }));
  refuseCycles(placed);
  await refuseWrongPlaces(tx, loanPackage, placed);
  const { sql: text, parameters } = insertAll(loanPackage, placed).compile(query);
  // The same error if the existing element with this id is not visible to the caller.
  await tx.run({ statement: () => statement(text, parameters) }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? new ApiError('CONFLICT') : error;
  });
  return placed.map(({ id }) => id);
}

type Placed = NewElement & { id: string; parentId: string };

/** Checks the batch: no cycles, nothing inside a file, no id twice. */
function refuseCycles(placed: readonly Placed[]): void {
  const byId = new Map(placed.map((element) => [element.id, element]));
  if (byId.size !== placed.length) throw new ApiError('CONFLICT');
  const depths = new Map<string, number>();
  for (const element of placed) {
    const way: string[] = [];
    let at: Placed | undefined = element;
    while (at && !depths.has(at.id)) {
      if (way.includes(at.id)) throw new ApiError('NOT_A_PLACE');
      way.push(at.id);
      at = byId.get(at.parentId);
      if (at && at.storageType !== 'FOLDER') throw new ApiError('NOT_A_PLACE');
    }
    const above = at ? depths.get(at.id)! : 0;
    if (above + way.length > DEEPEST_FOLDER) throw new ApiError('NOT_A_PLACE');
    way.toReversed().forEach((id, index) => depths.set(id, above + index + 1));
  }
}

/**
 * Checks that parents are folders of this package outside the trash, and that links lead to requests of this package.
 */
async function refuseWrongPlaces(
  tx: Tx,
  { companyId, loanId }: Package,
  placed: readonly Placed[],
): Promise<void> {
  const placedIds = new Set(placed.map(({ id }) => id));
  const parents = [...new Set(placed.map(({ parentId }) => parentId))].filter(
    (id) => !placedIds.has(id),
  );
  const targets = [...new Set(placed.flatMap(({ targetId }) => targetId ?? []))];
  const existing = await tx.run(
    query
      .selectFrom('element')
      .where('company_id', '=', companyId)
      .where(sql<boolean>`id = any(${[...parents, ...targets, ...placedIds]}::uuid[])`)
      .select(['id', 'loan_id', 'storage_type', 'target_id', 'in_trash']),
  );
  const byId = new Map(existing.map((row) => [row.id, row]));
  // An existing id, here or on another loan, is refused like any other invalid id.
  if (existing.some((row) => placedIds.has(row.id))) throw new ApiError('CONFLICT');
  for (const id of [...parents, ...targets]) {
    const row = byId.get(id);
    if (row?.loan_id !== loanId || row.in_trash) throw new ApiError('NOT_FOUND');
  }
  if (parents.some((id) => byId.get(id)!.storage_type !== 'FOLDER')) {
    throw new ApiError('NOT_A_PLACE');
  }
  if (targets.some((id) => byId.get(id)!.storage_type !== 'FILE' || byId.get(id)!.target_id)) {
    throw new ApiError('NOT_A_PLACE');
  }
  const [size] = await tx.run(
    query
      .selectFrom('loan')
      .where('company_id', '=', companyId)
      .where('id', '=', loanId)
      .select(sql<number>`files + folders + links`.as('items')),
  );
  if ((size?.items ?? 0) + placed.length > MAX_PACKAGE) throw new ApiError('PACKAGE_FULL');
}

/** Passes all rows as one parameter, so that batches of all sizes share one prepared statement. */
function insertAll({ companyId, loanId, accountId }: Package, placed: readonly Placed[]) {
  const rows = placed.map((element) => ({
    id: element.id,
    parent_id: element.parentId,
    target_id: element.targetId ?? null,
    title: element.title,
    description: element.description ?? null,
    include_description: element.includeDescription ?? false,
    storage_type: element.storageType ?? 'FILE',
    question_type: element.questionType ?? null,
    choices: element.choices ?? [],
    priority_type: element.priorityType ?? 'MEDIUM',
    flags: element.flags ?? [],
    color: element.color ?? null,
    display_order: element.displayOrder ?? DEFAULT_DISPLAY_ORDER,
    locations: element.locations ?? ['PACKAGE'],
    visible_at_status: element.visibleAtStatus ?? null,
    release_phase: element.releasePhase ?? null,
    borrower_title: element.borrowerTitle ?? null,
    has_expiration: element.hasExpiration ?? false,
    due_given: element.dueDate !== undefined,
    due_date: element.dueDate ?? null,
    due_days: element.dueDays ?? null,
    assigned_to: element.assignedToUserId ?? null,
    sherpa_entity_id: element.sherpaEntityId ?? null,
    sherpa_entity_type: element.sherpaEntityType ?? null,
    sba_tab: element.sbaTab ?? null,
    rule: element.rule ?? null,
    form_document_id: element.formDocumentId ?? null,
    continues_id: element.continuesId ?? null,
  }));
  return sql`
    insert into element (company_id, loan_id, created_by, id, parent_id, target_id, title, description,
      include_description, storage_type, question_type, choices, priority_type, flags, color,
      display_order, locations, visible_at_status, release_phase, borrower_title, has_expiration,
      assigned_to, sherpa_entity_id, sherpa_entity_type, sba_tab, rule, form_document_id, continues_id,
      due_date, due_days)
    select ${companyId}::uuid, ${loanId}::uuid, ${accountId ?? null}::uuid, r.id, r.parent_id, r.target_id,
      r.title, r.description, r.include_description, r.storage_type, r.question_type, r.choices,
      r.priority_type, r.flags, r.color, r.display_order, r.locations, r.visible_at_status,
      r.release_phase, r.borrower_title, r.has_expiration, r.assigned_to, r.sherpa_entity_id,
      r.sherpa_entity_type, r.sba_tab, r.rule, r.form_document_id, r.continues_id,
      case when r.due_given then r.due_date
        when app.is_released(${companyId}::uuid, ${loanId}::uuid, r.release_phase)
        then current_date + due.days end,
      case when not r.due_given then due.days end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      id uuid, parent_id uuid, target_id uuid, title text, description text,
      include_description boolean, storage_type text, question_type text, choices text[],
      priority_type text, flags text[], color text, display_order int, locations text[],
      visible_at_status text, release_phase text, borrower_title text, has_expiration boolean,
      assigned_to uuid, sherpa_entity_id uuid, sherpa_entity_type text, sba_tab smallint, rule text,
      form_document_id uuid, continues_id uuid, due_given boolean, due_date date, due_days int)
    cross join lateral (select case
      when r.storage_type <> 'FILE' or r.target_id is not null or r.continues_id is not null then null
      -- The lender's own items are due when the template says so, and not by the days of borrowers.
      when r.priority_type = 'HIDDEN' or r.flags && array['LENDER_ONLY', 'INTERNAL_ONLY'] then r.due_days
      else app.due_days_of(${companyId}::uuid, ${loanId}::uuid, r.due_days) end as days) due`;
}

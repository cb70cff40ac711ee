import { MAX_LOAN_VIEWS, type LoanView } from '@cairn/contract';
import { isStaff, type Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { isUniqueViolation } from '../../platform/db/pg-errors.ts';
import type { EventKindOf } from '../../platform/event-kinds.ts';
import { newId } from '../../platform/ids.ts';
import { recordOwnEvent } from '../../platform/record-event.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import {
  countViews,
  deleteView,
  insertView,
  knowsPhases,
  lockView,
  updateView,
  type Keeper,
  type ViewRow,
} from './view-store.ts';

type ViewFields = Omit<LoanView, 'id'>;
type Changed = { [Field in keyof ViewFields]?: ViewFields[Field] | undefined };

export const presentView = (row: ViewRow): LoanView => ({
  id: row.id,
  name: row.name,
  section: row.section,
  layout: row.layout,
  direction: row.direction,
  modifiedDays: row.modified_days,
  phaseIds: row.phase_ids,
  loanTypes: row.loan_types,
  toReview: row.to_review,
  idle: row.idle,
  officerIds: row.officer_ids,
  words: row.words,
});

/** Views belong to a pipeline, so only people who work for a company have views. */
export function keeperOf(actor: Actor): Keeper {
  if (!isStaff(actor)) throw new ApiError('UNAUTHORIZED');
  return actor;
}

const wrongName = (why: string): ApiError => invalidField('name', why);

/** Two browsers may choose the same name at the same time; the unique index decides. */
const nameIsFree = <T>(saving: Promise<T>): Promise<T> =>
  saving.catch((error: unknown) => {
    throw isUniqueViolation(error) ? wrongName('You already have a view with this name') : error;
  });

async function checkPhases(reads: Queries, { companyId }: Keeper, phaseIds: string[]) {
  if (!(await knowsPhases(reads, companyId, phaseIds))) throw new ApiError('NOT_FOUND');
}

const columnsOf = (view: ViewFields) => ({
  name: view.name,
  section: view.section,
  layout: view.layout,
  direction: view.direction,
  modified_days: view.modifiedDays,
  phase_ids: view.phaseIds,
  loan_types: view.loanTypes,
  to_review: view.toReview,
  idle: view.idle,
  officer_ids: view.officerIds,
  words: view.words,
});

async function viewOf(tx: Tx, keeper: Keeper, id: string): Promise<ViewRow> {
  const view = await lockView(tx, keeper, id);
  if (!view) throw new ApiError('NOT_FOUND');
  return view;
}

const noteView = (tx: Tx, actor: Actor, kind: EventKindOf<'loanView'>, name: string) =>
  recordOwnEvent(tx, actor, { kind, changes: ['loanView'], detail: { names: [name] } });

export async function keepView(tx: Tx, actor: Actor, view: ViewFields): Promise<LoanView> {
  const keeper = keeperOf(actor);
  await checkPhases(tx, keeper, view.phaseIds);
  if ((await countViews(tx, keeper)) >= MAX_LOAN_VIEWS) {
    throw wrongName(`At most ${MAX_LOAN_VIEWS} views; delete one first`);
  }
  const id = newId();
  await nameIsFree(
    insertView(tx, {
      company_id: keeper.companyId,
      account_id: keeper.accountId,
      id,
      ...columnsOf(view),
    }),
  );
  noteView(tx, actor, 'loanView.saved', view.name);
  return { id, ...view };
}

export async function changeView(
  tx: Tx,
  actor: Actor,
  id: string,
  change: Changed,
): Promise<LoanView> {
  const keeper = keeperOf(actor);
  const changes = Object.entries(change).filter(([, value]) => value !== undefined);
  const view = { ...presentView(await viewOf(tx, keeper, id)), ...Object.fromEntries(changes) };
  // A phase that was deleted since stays in the view and matches nothing.
  if (change.phaseIds) await checkPhases(tx, keeper, change.phaseIds);
  await nameIsFree(updateView(tx, keeper, id, columnsOf(view)));
  noteView(tx, actor, 'loanView.changed', view.name);
  return view;
}

export async function dropView(tx: Tx, actor: Actor, id: string): Promise<{ id: string }> {
  const keeper = keeperOf(actor);
  const { name } = await viewOf(tx, keeper, id);
  await deleteView(tx, keeper, id);
  noteView(tx, actor, 'loanView.deleted', name);
  return { id };
}

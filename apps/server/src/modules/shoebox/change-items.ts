/** Changes shoebox items: adds, renames, moves to a loan, files, trashes. */
import type { CallOf } from '@cairn/contract';
import type { shoebox } from '@cairn/contract/shoebox';
import { MAX_SHOEBOX } from '@cairn/contract/shoebox-terms';
import { isStaff, type Actor } from '../../platform/actor.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { moveDocumentToLoan, findDocument, isBlocked } from '../documents/index.ts';
import { fileDocuments, unfileDocuments } from '../elements/index.ts';
import { loanWithStanding } from '../loans/index.ts';
import { itemPolicy, shoeboxPolicy, type StandingItem } from './policy.ts';
import { itemStanding } from './present.ts';
import { loansOf } from './read-items.ts';
import { recordItems } from './record-item-events.ts';
import {
  insertItem,
  isEntityOfLoan,
  isFiled,
  itemsByIds,
  lockedItems,
  lockShoebox,
  hasLoanAccess,
  saveItem,
  countWaitingItems,
  type ItemRow,
} from './store.ts';

type NewItemBody = CallOf<(typeof shoebox)['createShoeboxItem']>['body'];
export type Change = CallOf<(typeof shoebox)['updateShoeboxItems']>['body']['items'][number];

interface Place {
  companyId: string;
  loanId: string | null;
  ownerId: string | null;
  userId: string;
}

/** The shoebox of a loan that the caller sees, or their own. */
async function placeOf(tx: Tx, actor: Actor, body: NewItemBody): Promise<Place> {
  const { accountId } = actor;
  if (body.shoeboxType === 'PERSONAL') {
    if (!isStaff(actor)) throw new ApiError('UNAUTHORIZED');
    if (body.loanId !== undefined)
      throw invalidField('loanId', 'Files in your own shoebox aren’t on a loan');
    return { companyId: actor.companyId, loanId: null, ownerId: accountId, userId: accountId };
  }
  if (body.loanId === undefined) throw invalidField('loanId', 'Required');
  const loan = authorize(
    shoeboxPolicy,
    'add',
    actor,
    await loanWithStanding(tx, actor, body.loanId),
  );
  const userId = body.userId ?? accountId;
  if (userId !== accountId) {
    authorize(shoeboxPolicy, 'addFor', actor, loan);
    if (!(await hasLoanAccess(tx, loan, userId))) throw new ApiError('NOT_FOUND');
  }
  return { companyId: loan.company_id, loanId: loan.id, ownerId: null, userId };
}

/** A document that the caller uploaded for this shoebox and that answers nothing. */
async function fileFor(tx: Tx, actor: Actor, documentId: string, place: Place) {
  const document = await findDocument(tx, actor, documentId);
  const fits =
    document?.company_id === place.companyId &&
    document.loan_id === place.loanId &&
    document.private_to === place.ownerId &&
    document.created_by === actor.accountId &&
    !document.is_license_picture;
  if (!fits) throw new ApiError('NOT_FOUND');
  if (await isFiled(tx, document)) throw new ApiError('CONFLICT');
  return document;
}

async function refuseUnlessOfLoan(
  tx: Tx,
  loanId: string | null,
  entityId: string | null | undefined,
): Promise<void> {
  if (entityId === undefined || entityId === null) return;
  if (loanId === null || !(await isEntityOfLoan(tx, loanId, entityId))) {
    throw new ApiError('NOT_FOUND');
  }
}

const byText = (one: string | null = null, other: string | null = null): number =>
  (one ?? '').localeCompare(other ?? '');

/** Locks shoeboxes in order of their loans, before requests are locked. */
async function refuseFull(
  tx: Tx,
  actor: Actor,
  loanId: string | null,
  files: number,
): Promise<void> {
  await lockShoebox(tx, { loanId, ownerId: actor.accountId });
  if ((await countWaitingItems(tx, actor, loanId)) + files > MAX_SHOEBOX)
    throw new ApiError('SHOEBOX_FULL');
}

export async function addItem(tx: Tx, actor: Actor, body: NewItemBody): Promise<string> {
  const place = await placeOf(tx, actor, body);
  const document = await fileFor(tx, actor, body.documentId, place);
  await refuseUnlessOfLoan(tx, place.loanId, body.sherpaEntityId);
  await refuseFull(tx, actor, place.loanId, 1);
  const id = newId();
  const inserted = await insertItem(tx, {
    ...place,
    id,
    documentId: document.id,
    title: body.title ?? document.name,
    uploadedBy: actor.accountId,
    documentType: body.documentType ?? null,
    entityId: body.sherpaEntityId ?? null,
  });
  if (!inserted) throw new ApiError('CONFLICT');
  recordItems(tx, actor, 'shoebox.added', await tx.run(itemsByIds(actor, [id])));
  return id;
}

/**
 * Locks the named items. One id that the caller does not see refuses the whole call. A caller who waited for the lock
 * sees what was filed meanwhile, and gets a conflict.
 */
export async function lockItems(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<StandingItem[]> {
  const items = await lockAlsoFiled(tx, actor, ids);
  if (items.some(({ filed_at }) => filed_at !== null)) throw new ApiError('ALREADY_FILED');
  return items;
}

async function lockAlsoFiled(
  tx: Tx,
  actor: Actor,
  ids: readonly string[],
): Promise<StandingItem[]> {
  if (ids.length === 0) throw invalidField('ids', 'Required');
  const rows = await tx.run(lockedItems(actor, [...new Set(ids)]));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const items = ids.map((id) => {
    const row = byId.get(id);
    if (!row) throw new ApiError('NOT_FOUND');
    return row;
  });
  const loans = await loansOf(tx, actor, items);
  return items.map((row) => itemStanding(row, loans));
}

export interface Filed {
  id: string;
  elementId: string;
  title: string;
}

interface Changed {
  item: Authorized<'handle', StandingItem>;
  change: Change;
}

/** All or none. An item that is moved to a loan can be filed there in the same change. */
export async function changeItems(
  tx: Tx,
  actor: Actor,
  changes: readonly Change[],
): Promise<Filed[]> {
  refuseTwice(changes, ({ id }) => id);
  refuseTwice(
    changes.filter(({ elementId }) => elementId !== undefined),
    ({ elementId }) => elementId!,
  );
  const items = await lockItems(
    tx,
    actor,
    changes.map(({ id }) => id),
  );
  if (items.some(({ deleted_at }) => deleted_at !== null)) {
    throw invalidField('id', 'Restore it first');
  }
  const changed = items.map((item, index) => ({
    item: authorize(itemPolicy, 'handle', actor, item),
    change: changes[index]!,
  }));
  for (const each of changed) await edit(tx, each.item, each.change);
  const renamed = changed.filter(({ change }) => isEdited(change)).map(({ item }) => item);
  recordItems(tx, actor, 'shoebox.changed', renamed);
  const viewed = changed.filter(({ item, change }) => item.new_file && isSeen(change));
  recordItems(
    tx,
    actor,
    'shoebox.seen',
    viewed.map(({ item }) => item),
  );
  await moveToLoans(tx, actor, changed);
  return file(tx, actor, changed);
}

function refuseTwice<Item>(items: readonly Item[], keyOf: (item: Item) => string): void {
  if (new Set(items.map(keyOf)).size < items.length) {
    throw invalidField('items', 'Each file and each request can be named once');
  }
}

const isEdited = ({ title, documentType, sherpaEntityId }: Change): boolean =>
  title !== undefined || documentType !== undefined || sherpaEntityId !== undefined;
const isSeen = ({ newFile, elementId }: Change): boolean =>
  newFile === false && elementId === undefined;

async function edit(
  tx: Tx,
  item: Authorized<'handle', StandingItem>,
  { title, documentType, sherpaEntityId, newFile, loanId }: Change,
): Promise<void> {
  await refuseUnlessOfLoan(tx, loanId ?? item.loan_id, sherpaEntityId);
  const columns = {
    ...(title !== undefined && { title }),
    ...(documentType !== undefined && { document_type: documentType }),
    ...(sherpaEntityId !== undefined && { sherpa_entity_id: sherpaEntityId }),
    ...(newFile !== undefined && { new_file: newFile }),
  };
  if (Object.keys(columns).length > 0) await saveItem(tx, item, columns);
}

/** Moves items from the caller's own shoebox to a loan, whose members can see them from then on. */
async function moveToLoans(tx: Tx, actor: Actor, changed: readonly Changed[]): Promise<void> {
  const moved: ItemRow[] = [];
  const inLockOrder = changed.toSorted((one, other) =>
    byText(one.change.loanId, other.change.loanId),
  );
  for (const { item, change } of inLockOrder) {
    if (change.loanId === undefined || change.loanId === item.loan_id) continue;
    if (item.shoebox_type !== 'PERSONAL') {
      throw invalidField('loanId', 'It’s already on another loan');
    }
    const standing = await loanWithStanding(tx, actor, change.loanId);
    const loan = authorize(shoeboxPolicy, 'bring', actor, standing);
    if (loan.company_id !== item.company_id) throw new ApiError('LOAN_NOT_FOUND');
    await refuseFull(tx, actor, loan.id, 1);
    await moveDocumentToLoan(tx, item, loan.id);
    await saveItem(tx, item, {
      loan_id: loan.id,
      shoebox_type: 'LOAN',
      shoebox_owner_id: null,
    });
    moved.push({ ...item, loan_id: loan.id });
  }
  recordItems(tx, actor, 'shoebox.brought', moved);
}

async function file(tx: Tx, actor: Actor, changed: readonly Changed[]): Promise<Filed[]> {
  const filings = changed.flatMap(
    ({ item, change: { elementId, replace = false, loanId, suggestedElementId } }) =>
      elementId === undefined
        ? []
        : {
            item,
            elementId,
            replace,
            loanId: loanId ?? item.loan_id,
            wasSuggested:
              suggestedElementId === undefined ? null : suggestedElementId === elementId,
          },
  );
  if (filings.length === 0) return [];
  if (filings.some(({ loanId }) => loanId === null)) throw invalidField('loanId', 'Required');
  if (filings.some(({ item }) => isBlocked(item))) throw new ApiError('FILE_NOT_CLEAN');
  const elements = await fileDocuments(
    tx,
    actor,
    filings.map(({ item, elementId, replace }) => ({
      elementId,
      replace,
      documentId: item.document_id,
    })),
  );
  const filed: Filed[] = [];
  for (const [index, { item, elementId, wasSuggested }] of filings.entries()) {
    const { title } = elements[index]!;
    await saveItem(tx, item, {
      filed_at: new Date().toISOString(),
      filed_by: actor.accountId,
      filed_as: title,
      suggestion_taken: wasSuggested,
      new_file: false,
    });
    filed.push({ id: item.id, elementId, title });
  }
  recordItems(
    tx,
    actor,
    'shoebox.filed',
    filings.map(({ item, loanId }) => ({ ...item, loan_id: loanId })),
    ['shoebox', 'loan'],
  );
  return filed;
}

/** Undoes a filing, all or none: the request is open again, and the file is back in the shoebox. */
export async function unfileItems(
  tx: Tx,
  actor: Actor,
  answers: readonly { id: string; elementId: string }[],
): Promise<void> {
  refuseTwice(answers, ({ id }) => id);
  refuseTwice(answers, ({ elementId }) => elementId);
  const locked = await lockAlsoFiled(
    tx,
    actor,
    answers.map(({ id }) => id),
  );
  const items = locked.map((item) => authorize(itemPolicy, 'handle', actor, item));
  if (items.some(({ filed_at }) => filed_at === null)) throw new ApiError('CONFLICT');
  const filings = items.map(({ document_id }, index) => ({
    elementId: answers[index]!.elementId,
    documentId: document_id,
  }));
  // Locked before the requests, in the same order as in `changeItems`, to avoid deadlocks.
  const byLoan = Map.groupBy(items, ({ loan_id }) => loan_id);
  for (const loanId of [...byLoan.keys()].toSorted(byText)) {
    await refuseFull(tx, actor, loanId, byLoan.get(loanId)!.length);
  }
  await unfileDocuments(tx, actor, filings);
  for (const item of items) {
    // A copy of the file answers another request, so it does not wait to be filed.
    if (await isFiled(tx, { company_id: item.company_id, id: item.document_id })) {
      throw new ApiError('CONFLICT');
    }
    await saveItem(tx, item, {
      filed_at: null,
      filed_by: null,
      filed_as: null,
      suggestion_taken: null,
    });
  }
  recordItems(tx, actor, 'shoebox.unfiled', items, ['shoebox', 'loan']);
}

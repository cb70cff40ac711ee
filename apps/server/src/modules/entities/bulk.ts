/** Changes many entities at once, all or none; errors name the row by its number. */
import type { EntityKind, EntityLabel } from '@cairn/contract/entity-fields';
import { checkInformation, MAX_CUSTOMIZATIONS } from '@cairn/contract/entity-fields';
import { messageOf } from '@cairn/contract';
import type { Actor } from '../../platform/actor.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Tx } from '../../platform/db/db.ts';
import { authorize, type Authorized } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { LoanStanding } from '../loans/index.ts';
import { changeInformation, makeEntities, placeOnLoan, recordOnLoans } from './change-entities.ts';
import { mergeInformation } from './information.ts';
import { entityPolicy } from './policy.ts';
import { entitiesOfLoan, saveCustomizations, saveLabels } from './loan-entities-store.ts';
import { lockEntities, type EntityRow } from './store.ts';

interface NewRow {
  type: EntityKind;
  labels: readonly EntityLabel[];
  entityId?: string | undefined;
  information?: Record<string, unknown> | undefined;
}

export async function createMany(
  tx: Tx,
  keys: CompanyKeys,
  actor: Actor,
  loan: Authorized<'manage', LoanStanding>,
  rows: readonly NewRow[],
): Promise<string[]> {
  const reused = rows.flatMap(({ entityId }) => entityId ?? []);
  refuseRepeated(rows.map(({ entityId }) => entityId));
  const existing = await allOfCompany(tx, actor, loan, reused);
  const errors: Record<string, string> = {};
  const prepared = rows.map(({ entityId, type, information = {} }, index) => {
    if (entityId) {
      if (existing.get(entityId)?.kind !== type) throw new ApiError('NOT_FOUND');
      return null;
    }
    const checked = checkInformation(type, information, 'whole');
    addErrors(errors, index, checked.errors);
    return { kind: type, information: checked.information };
  });
  refuseAll(errors);
  const fresh = prepared.filter((each) => each !== null);
  const created =
    fresh.length > 0 ? await makeEntities(tx, keys, actor, loan.company_id, fresh) : [];
  const inOrder = [...created];
  const placed = rows.map(({ entityId, labels }) => {
    const { id, kind, name } = entityId ? existing.get(entityId)! : inOrder.shift()!;
    return { id: newId(), entityId: id, kind, name, labels };
  });
  const added = await placeOnLoan(tx, actor, loan, placed);
  if (added.length < placed.length) throw new ApiError('ALREADY_ON_LOAN');
  return placed.map(({ entityId }) => entityId);
}

interface ChangedRow {
  entityId: string;
  version: number;
  labels?: readonly EntityLabel[] | undefined;
  information?: Record<string, unknown> | undefined;
  customizations?: Record<string, string | null> | undefined;
}

/** Null where nothing differs. */
function mergeCustomizations(
  before: Record<string, string>,
  change: Record<string, string | null> = {},
): Record<string, string> | null {
  const names = Object.keys(change).filter((name) => (before[name] ?? null) !== change[name]);
  if (names.length === 0) return null;
  const merged = Object.entries({ ...before, ...change });
  return Object.fromEntries(merged.filter((field): field is [string, string] => field[1] !== null));
}

export async function updateMany(
  tx: Tx,
  keys: CompanyKeys,
  actor: Actor,
  loan: Authorized<'manage', LoanStanding>,
  rows: readonly ChangedRow[],
): Promise<void> {
  const entityIds = rows.map(({ entityId }) => entityId);
  refuseRepeated(entityIds);
  const entities = await allOfCompany(tx, actor, loan, entityIds);
  const links = await entitiesOfLoan(tx, actor, loan.id, { entityIds });
  const linkOf = new Map(links.map((link) => [link.id, link]));
  const errors: Record<string, string> = {};
  const stale: Record<string, string> = {};
  const changes = rows.map(({ entityId, version, information, customizations }, index) => {
    const entity = authorize(entityPolicy, 'edit', actor, entities.get(entityId)!);
    if (entity.version !== version) stale[String(index)] = messageOf('CONFLICT');
    const checked = checkInformation(entity.kind, information ?? {}, 'change');
    addErrors(errors, index, checked.errors);
    const custom = mergeCustomizations(linkOf.get(entityId)!.customizations, customizations);
    if (custom && Object.keys(custom).length > MAX_CUSTOMIZATIONS) {
      errors[`${index}.customizations`] = `At most ${MAX_CUSTOMIZATIONS} fields`;
    }
    return { entity, change: checked.information, custom };
  });
  refuseAll(errors);
  if (Object.keys(stale).length > 0) throw new ApiError('CONFLICT', { fieldErrors: stale });

  const changed: string[] = [];
  const customized: string[] = [];
  for (const [index, { entity, change, custom }] of changes.entries()) {
    const fields = await changeInformation(tx, keys, actor, entity, (before) =>
      mergeInformation(before, change),
    );
    const { labels } = rows[index]!;
    const link = linkOf.get(entity.id)!;
    const areLabelsChanged = labels !== undefined && labels.join() !== link.labels.join();
    if (areLabelsChanged) await saveLabels(tx, link, labels);
    if (custom) {
      await saveCustomizations(tx, loan, link.loan_entity_id, custom);
      customized.push(entity.id);
    }
    if (fields.length > 0 || areLabelsChanged) changed.push(entity.id);
  }
  if (changed.length > 0) {
    await recordOnLoans(tx, actor, loan.company_id, changed, {
      kind: 'entity.changed',
      detail: { entityIds: changed },
    });
  }
  if (customized.length > 0) {
    recordEvent(tx, {
      kind: 'entity.customized',
      companyId: loan.company_id,
      actorId: actor.accountId,
      loanId: loan.id,
      // Borrowers do not learn that the lender notes something.
      staffOnly: true,
      changes: ['entity'],
      detail: { entityIds: customized },
    });
  }
}

/** Throws if one of the ids does not belong to the company or is not visible to the caller. */
async function allOfCompany(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
  ids: readonly string[],
): Promise<Map<string, EntityRow>> {
  if (ids.length === 0) return new Map();
  const rows = await lockEntities(tx, actor, ids);
  if (rows.length < ids.length || rows.some((row) => row.company_id !== loan.company_id)) {
    throw new ApiError('NOT_FOUND');
  }
  return new Map(rows.map((row) => [row.id, row]));
}

function refuseRepeated(ids: readonly (string | undefined)[]): void {
  const errors: Record<string, string> = {};
  for (const [index, id] of ids.entries()) {
    if (id && ids.indexOf(id) < index) errors[`${index}.entityId`] = 'Already in this list';
  }
  refuseAll(errors);
}

function addErrors(
  errors: Record<string, string>,
  index: number,
  problems: Record<string, string>,
): void {
  for (const [name, why] of Object.entries(problems)) errors[`${index}.information.${name}`] = why;
}

function refuseAll(fieldErrors: Record<string, string>): void {
  if (Object.keys(fieldErrors).length > 0) throw new ApiError('INVALID_REQUEST', { fieldErrors });
}

/** Creates, changes, restores and renames entities in the caller's transaction. */
import { splitSecrets, type EntityKind, type Information } from '@cairn/contract/entity-fields';
import type { Actor } from '../../platform/actor.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Authorized } from '../../platform/authorize.ts';
import { newId, PLATFORM_COMPANY } from '../../platform/ids.ts';
import { recordEvent, type DomainEvent } from '../../platform/record-event.ts';
import { withRuleEvaluation, type LoanStanding } from '../loans/index.ts';
import { addEntityFolders, renameEntityFolders } from '../elements/index.ts';
import { openerFor, sealerFor } from './identifiers.ts';
import { changedFields, mergeInformation, nameAfter, nameFrom } from './information.ts';
import { linkEntities, loansOf, saveFolders, type NewLink } from './loan-entities-store.ts';
import { insertEntities, insertVersions, saveEntity, type EntityRow } from './store.ts';

export interface EntityDraft {
  kind: EntityKind;
  information: Information;
  accountId?: string;
}

/** Creates entities of a company, each with its first version. Returns their ids in the same order. */
export async function makeEntities(
  tx: Tx,
  keys: CompanyKeys,
  actor: Pick<Actor, 'accountId'>,
  companyId: string,
  drafts: readonly EntityDraft[],
): Promise<{ id: string; kind: EntityKind; name: string }[]> {
  const rows = drafts.map(({ kind, information, accountId = null }) => ({
    companyId,
    id: newId(),
    kind,
    name: nameFrom(kind, information),
    accountId,
    actorId: actor.accountId,
  }));
  const sealed = await sealerFor(keys, tx, companyId);
  await insertEntities(tx, rows);
  await insertVersions(
    tx,
    rows.map(({ id }, index) => {
      const { kind, information } = drafts[index]!;
      const { fields, secrets } = splitSecrets(kind, information);
      return {
        companyId,
        entityId: id,
        version: 1,
        fields,
        sealed: sealed(id, 1, secrets),
        changed: changedFields(kind, {}, information),
        restoredFrom: null,
        actorId: actor.accountId,
      };
    }),
  );
  return rows;
}

export interface Placed extends NewLink {
  kind: EntityKind;
  name: string;
}

/**
 * Adds entities to the loan, each with a folder. The caller holds the loan's lock. Returns those that were not on it
 * before.
 */
export async function placeOnLoan(
  tx: Tx,
  actor: Actor,
  loan: LoanStanding,
  placed: readonly Placed[],
): Promise<string[]> {
  const added = await linkEntities(tx, loan, placed, actor.accountId);
  if (added.length === 0) return [];
  const folders = await addEntityFolders(
    tx,
    { companyId: loan.company_id, loanId: loan.id, accountId: actor.accountId },
    placed
      .filter(({ entityId }) => added.includes(entityId))
      .map(({ entityId, kind, name }) => ({ entityId, kind, title: name })),
  );
  await saveFolders(tx, loan, folders);
  recordEvent(tx, {
    kind: 'entity.added',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    changes: ['entity', 'element', 'loan'],
    detail: { entityIds: added },
    ...withRuleEvaluation(loan.company_id, loan.id),
  });
  return added;
}

/** Saves a new version if anything differs. Returns the names of the fields that differ. */
export async function changeInformation(
  tx: Tx,
  keys: CompanyKeys,
  actor: Actor,
  entity: Authorized<'edit', EntityRow>,
  next: (known: Information) => Information,
  restoredFrom: number | null = null,
): Promise<string[]> {
  const open = await openerFor(keys, tx, entity.company_id, [entity]);
  const before: Information = { ...entity.fields, ...open(entity.id, entity) };
  const after = mergeInformation({}, next(before));
  const changed = changedFields(entity.kind, before, after);
  if (changed.length === 0) return [];
  const version = entity.version + 1;
  const { fields, secrets } = splitSecrets(entity.kind, after);
  const sealed = await sealerFor(keys, tx, entity.company_id);
  await insertVersions(tx, [
    {
      companyId: entity.company_id,
      entityId: entity.id,
      version,
      fields,
      sealed: sealed(entity.id, version, secrets),
      changed,
      restoredFrom,
      actorId: actor.accountId,
    },
  ]);
  const name = nameAfter(entity.kind, entity.name, before, after);
  await saveEntity(tx, entity, { version, name }, actor.accountId);
  if (name !== entity.name) await renameEntityFolders(tx, entity, entity.name, name);
  return changed;
}

/** Records an event on every loan of the entities, in order of the loans, to avoid deadlocks. */
export async function recordOnLoans(
  tx: Tx,
  actor: Actor,
  companyId: string,
  entityIds: readonly string[],
  event: Pick<DomainEvent, 'kind' | 'detail' | 'staffOnly'>,
): Promise<void> {
  const loanIds = await loansOf(tx, actor, companyId, entityIds);
  const changes = ['entity', 'element', 'loan'] as const;
  const actorId = actor.accountId;
  for (const loanId of loanIds) {
    const rules = withRuleEvaluation(companyId, loanId);
    recordEvent(tx, { ...event, companyId, loanId, actorId, changes, ...rules });
  }
  if (loanIds.length > 0) return;
  const inCompany = actor.companyId === companyId || actor.roleLevel === 'ADMIN';
  recordEvent(tx, {
    ...event,
    ...(inCompany ? { companyId } : { companyId: PLATFORM_COMPANY, accountId: actorId }),
    actorId,
    changes,
  });
}

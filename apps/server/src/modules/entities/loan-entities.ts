/** Adds entities to a loan, changes their labels, and removes them. Callers have checked permission. */
import type { EntityKind, EntityLabel } from '@cairn/contract/entity-fields';
import type { Actor } from '../../platform/actor.ts';
import type { CompanyKeys } from '../../platform/company-keys.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { Authorized } from '../../platform/authorize.ts';
import { newId } from '../../platform/ids.ts';
import { recordEvent } from '../../platform/record-event.ts';
import { withRuleEvaluation, type LoanStanding } from '../loans/index.ts';
import { countAdded } from './added-limit.ts';
import { makeEntities, placeOnLoan } from './change-entities.ts';
import { checkEntityInformation } from './information.ts';
import { saveLabels, unlinkEntity, type LoanEntityRow } from './loan-entities-store.ts';

export interface NewOnLoan {
  kind: EntityKind;
  information: Record<string, unknown>;
  /** The property of the call that contains the information. */
  path: string;
}

/** Creates an entity and adds it to the loan. The caller holds the loan's lock. Returns the entity's id. */
export async function createOnLoan(
  tx: Tx,
  keys: CompanyKeys,
  actor: Actor,
  loan: Authorized<'add' | 'edit', LoanStanding>,
  newEntity: NewOnLoan,
  labels: readonly EntityLabel[],
): Promise<string> {
  const information = checkEntityInformation(
    newEntity.kind,
    newEntity.information,
    'whole',
    newEntity.path,
  );
  await countAdded(tx, actor, loan, newEntity.path);
  const drafts = [{ kind: newEntity.kind, information }];
  const [entity] = await makeEntities(tx, keys, actor, loan.company_id, drafts);
  const { id: entityId, kind, name } = entity!;
  await placeOnLoan(tx, actor, loan, [{ id: newId(), entityId, kind, name, labels }]);
  return entityId;
}

export async function relabelEntity(
  tx: Tx,
  actor: Actor,
  loan: Authorized<'manage' | 'edit', LoanStanding>,
  row: LoanEntityRow,
  labels: readonly EntityLabel[],
): Promise<void> {
  await saveLabels(tx, row, labels);
  recordEvent(tx, {
    kind: 'entity.labelled',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    changes: ['entity', 'loan'],
    detail: { entityId: row.id, before: row.labels, after: labels },
    ...withRuleEvaluation(loan.company_id, loan.id),
  });
}

export async function removeEntityFromLoan(
  tx: Tx,
  actor: Actor,
  loan: Authorized<'manage' | 'edit' | 'editSelf', LoanStanding>,
  row: LoanEntityRow,
): Promise<void> {
  await unlinkEntity(tx, row);
  recordEvent(tx, {
    kind: 'entity.removed',
    companyId: loan.company_id,
    actorId: actor.accountId,
    loanId: loan.id,
    changes: ['entity', 'element', 'loan'],
    detail: { entityId: row.id, labels: row.labels },
  });
}

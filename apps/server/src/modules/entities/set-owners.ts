import type { GuaranteeRule, GuaranteeSuggestion, LoanEntity, Owner } from '@cairn/contract';
import { isAsset } from '@cairn/contract/entity-fields';
import { isPlatformAdmin, isStaff, type Actor } from '../../platform/actor.ts';
import type { Queries, Tx } from '../../platform/db/db.ts';
import { authorize } from '../../platform/authorize.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { LoanStanding } from '../loans/index.ts';
import {
  accountedShare,
  hasCycle,
  hiddenShares,
  lockShares,
  replaceOwners,
  rulesFor,
  sharesAbove,
  suggestGuarantors,
  WHOLE,
  type GuaranteeRule as Rule,
  type OwnershipRow,
} from './ownership/index.ts';
import { recordOnLoans } from './change-entities.ts';
import { entityPolicy, loanEntityPolicy } from './policy.ts';
import { presentOwner } from './present.ts';
import { lockEntities, saveEntity } from './store.ts';

/** Ownership of a loan's entities, and who should guarantee the loan. */
export async function guaranteesOf(
  reads: Queries,
  actor: Actor,
  loan: LoanStanding,
  entities: readonly LoanEntity[],
): Promise<{ owners: Owner[]; suggestions: GuaranteeSuggestion[]; rules: GuaranteeRule[] }> {
  const onLoan = new Set(entities.map(({ entityId }) => entityId));
  const shares = await sharesAbove(reads, loan.company_id, [...onLoan]);
  const wholeView = isStaff(actor) || isPlatformAdmin(actor);
  const visible = shares.filter(
    (each) => wholeView || (onLoan.has(each.ownerId) && onLoan.has(each.ownedId)),
  );
  const owners = visible.map(presentOwner);
  if (!loanEntityPolicy.manage(actor, loan)) return { owners, suggestions: [], rules: [] };
  const names = namesIn(shares, entities);
  const rules = await rulesFor(reads, loan.loan_type);
  const suggestions = suggestGuarantors(rules, entities, visible).map(
    ({ rule, entityId, ownedId, share, onLoan: isThere }) => ({
      ...presentRule(rule),
      entityId,
      entityName: names.get(entityId) ?? '',
      ownedId,
      ownedName: names.get(ownedId) ?? '',
      share,
      onLoan: isThere,
    }),
  );
  return { owners, suggestions, rules: rules.map(presentRule) };
}

const presentRule = (rule: Rule): GuaranteeRule => ({
  ruleId: rule.id,
  threshold: rule.threshold / 100,
  reason: rule.reason,
  source: rule.source,
  effectiveFrom: rule.effective_from,
});

function namesIn(
  shares: readonly OwnershipRow[],
  entities: readonly LoanEntity[],
): Map<string, string> {
  return new Map([
    ...shares.map((each) => [each.ownerId, each.ownerName] as const),
    ...entities.map((each) => [each.entityId, each.name] as const),
  ]);
}

interface OwnersChange {
  version: number;
  owners: readonly { ownerId: string; share: number; asOf: string | null }[];
}

export async function setOwners(tx: Tx, actor: Actor, id: string, change: OwnersChange) {
  const ownerIds = change.owners.map(({ ownerId }) => ownerId);
  const rows = await lockEntities(tx, actor, [id, ...ownerIds]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const candidate = byId.get(id);
  if (!candidate) throw new ApiError('NOT_FOUND');
  const owned = authorize(entityPolicy, 'setOwners', actor, candidate);
  for (const ownerId of ownerIds) {
    if (byId.get(ownerId)?.company_id !== owned.company_id) throw new ApiError('NOT_FOUND');
  }
  refuseImpossible(change, (ownerId) => isAsset(byId.get(ownerId)!.kind));
  await lockShares(tx, owned.company_id);
  if (owned.owners_version !== change.version) throw new ApiError('CONFLICT');

  const owners = change.owners.map(({ ownerId, share, asOf }) => ({
    ownerId,
    asOf,
    share: Math.round(share * 100),
  }));
  const next = owners.map(({ ownerId, share }) => ({ ownerId, ownedId: id, share }));
  const hidden = await hiddenShares(tx, owned.company_id, id);
  if (accountedShare(id, [...next, ...hidden]) > WHOLE) {
    throw invalidField('owners', 'Ownership can’t total more than 100%.');
  }
  const above = await sharesAbove(tx, owned.company_id, ownerIds);
  if (hasCycle([...above.filter(({ ownedId }) => ownedId !== id), ...next])) {
    throw invalidField('owners', 'An entity can’t own part of itself');
  }
  await replaceOwners(tx, owned, owners, actor.accountId);
  await saveEntity(tx, owned, { owners_version: owned.owners_version + 1 }, actor.accountId);
  await recordOnLoans(tx, actor, owned.company_id, [id], {
    kind: 'entity.ownersSet',
    detail: { entityId: id, ownerIds },
  });
  const now = await sharesAbove(tx, owned.company_id, [id]);
  return {
    ownersVersion: owned.owners_version + 1,
    owners: now.filter(({ ownedId }) => ownedId === id),
  };
}

function refuseImpossible({ owners }: OwnersChange, cannotOwn: (id: string) => boolean): void {
  const errors: Record<string, string> = {};
  for (const [index, { ownerId }] of owners.entries()) {
    if (cannotOwn(ownerId)) errors[`owners.${index}.ownerId`] = 'Collateral can’t own anything';
    if (owners.findIndex((each) => each.ownerId === ownerId) < index) {
      errors[`owners.${index}.ownerId`] = 'Already in this list';
    }
  }
  if (Object.keys(errors).length > 0)
    throw new ApiError('INVALID_REQUEST', { fieldErrors: errors });
}

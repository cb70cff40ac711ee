import type { EntityLabel } from '@cairn/contract/entity-fields';
import { ownersOf, percentOf, reaches, type Share } from './shares.ts';
import type { GuaranteeRule } from './store.ts';

export interface OnLoan {
  readonly entityId: string;
  readonly labels: readonly EntityLabel[];
}
export interface Suggested {
  readonly rule: GuaranteeRule;
  readonly entityId: string;
  readonly ownedId: string;
  readonly share: number;
  readonly onLoan: boolean;
}

/** Labels of borrowers: the applicant, the operating company and the one that holds the property. */
export const BORROWING: readonly EntityLabel[] = ['APPLICANT', 'PRIMARY_OPERATION_COMPANY', 'EPC'];

/** Owners who should guarantee by a rule and do not yet: each once, with their largest share. */
export function suggestGuarantors(
  rules: readonly GuaranteeRule[],
  entities: readonly OnLoan[],
  shares: readonly Share[],
): Suggested[] {
  const byId = new Map(entities.map((each) => [each.entityId, each]));
  const suggestions = new Map<string, Suggested>();
  for (const rule of rules) {
    for (const { entityId: ownedId, labels } of entities) {
      if (!labels.some((label) => BORROWING.includes(label))) continue;
      for (const [entityId, part] of ownersOf(ownedId, shares)) {
        if (!reaches(part, rule.threshold)) continue;
        if (byId.get(entityId)?.labels.includes('GUARANTOR')) continue;
        const share = percentOf(part);
        if ((suggestions.get(entityId)?.share ?? 0) >= share) continue;
        suggestions.set(entityId, { rule, entityId, ownedId, share, onLoan: byId.has(entityId) });
      }
    }
  }
  return [...suggestions.values()].toSorted(
    (one, other) => other.share - one.share || (one.entityId < other.entityId ? -1 : 1),
  );
}

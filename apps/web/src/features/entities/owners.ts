/** The owners of an entity during editing: typed shares, their total, and errors. */
import type { GuaranteeRule, LoanEntity, Owner } from '@cairn/contract';

export interface OwnerRow {
  ownerId: string;
  name: string;
  /** The share as typed. */
  share: string;
  asOf: string;
}

export const rowOf = ({ ownerId, ownerName, share, asOf }: Owner): OwnerRow => ({
  ownerId,
  name: ownerName,
  share: String(share),
  asOf: asOf ?? '',
});

/** The share in hundredths of a percent, as it is stored. Null if the text is not a valid share. */
export function hundredths(text: string): number | null {
  const number = text.trim().replace('%', '').trim();
  if (!/^\d{1,3}(\.\d{1,2})?$/.test(number)) return null;
  const share = Math.round(Number(number) * 100);
  return share > 0 && share <= 10_000 ? share : null;
}

export const shareComplaint = (text: string): string | null =>
  hundredths(text) === null
    ? 'Enter a share over 0 and up to 100, with at most two decimals'
    : null;

export const totalOf = (rows: readonly OwnerRow[]): number =>
  rows.reduce((sum, { share }) => sum + (hundredths(share) ?? 0), 0);

export const percent = (share: number): string => `${share / 100}%`;

/** For example "Ownership totals 85%. 15% is missing." */
export function totalWords(rows: readonly OwnerRow[]): string {
  const total = totalOf(rows);
  if (total > 10_000) return `Ownership totals ${percent(total)}, more than 100%.`;
  if (total === 10_000) return 'Ownership totals 100%.';
  return `Ownership totals ${percent(total)}. ${percent(10_000 - total)} is missing.`;
}

export const isWrong = (rows: readonly OwnerRow[]): boolean =>
  totalOf(rows) > 10_000 || rows.some(({ share }) => hundredths(share) === null);

/**
 * The entities that can be added as owners: on the loan, not collateral, not the entity itself and not already in the
 * list.
 */
export const othersFor = (
  entity: LoanEntity,
  entities: readonly LoanEntity[],
  rows: readonly OwnerRow[],
): LoanEntity[] =>
  entities.filter(
    ({ entityId, kind }) =>
      entityId !== entity.entityId &&
      !kind.endsWith('_ASSET') &&
      !rows.some(({ ownerId }) => ownerId === entityId),
  );

const BORROWING = ['APPLICANT', 'PRIMARY_OPERATION_COMPANY', 'EPC'];

/**
 * The guarantee rule that applies to a share of a borrowing entity. Rules are sorted by threshold, so it is the lowest
 * one reached.
 */
export function ruleFor(
  entity: LoanEntity,
  rules: readonly GuaranteeRule[],
  { share }: OwnerRow,
): GuaranteeRule | undefined {
  if (!entity.labels.some((label) => BORROWING.includes(label))) return undefined;
  return rules.find(({ threshold }) => (hundredths(share) ?? 0) >= threshold * 100);
}

/** Text that explains what the rule means for this owner. */
export function guaranteeWords(rule: GuaranteeRule, owner: LoanEntity | undefined): string {
  const reached = `${rule.threshold}% or more`;
  if (!owner) return `${reached}: should guarantee, but isn’t on the loan`;
  return owner.labels.includes('GUARANTOR')
    ? `${reached}: guarantees`
    : `${reached}: should guarantee`;
}

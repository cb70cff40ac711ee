/** Shares of a business as an applicant types them, by the owner's id. */
import type { LoanEntity, Owner } from '@cairn/contract';
import { hundredths, percent } from '../entities/owners.ts';

export type Shares = Record<string, string>;

const ofBusiness = ({ entityId }: LoanEntity, owners: readonly Owner[]): Owner[] =>
  owners.filter(({ ownedId }) => ownedId === entityId);

export const sharesOf = (
  business: LoanEntity,
  people: readonly LoanEntity[],
  owners: readonly Owner[],
): Shares => {
  const shares = new Map(
    ofBusiness(business, owners).map(({ ownerId, share }) => [ownerId, String(share)]),
  );
  return Object.fromEntries(people.map(({ entityId }) => [entityId, shares.get(entityId) ?? '']));
};

/** Leaves out shares of people who were removed from the application since they were typed. */
export const sharesAmong = (people: readonly LoanEntity[], shares: Shares): Shares =>
  Object.fromEntries(people.map(({ entityId }) => [entityId, shares[entityId] ?? '']));

const isNone = (text: string): boolean => text.trim() === '' || /^0+(\.0+)?%?$/.test(text.trim());
const typedIn = (shares: Shares) => Object.entries(shares).filter(([, text]) => !isNone(text));
const totalOf = (shares: Shares): number =>
  typedIn(shares).reduce((sum, [, text]) => sum + (hundredths(text) ?? 0), 0);

export function wrongShares(shares: Shares): string | null {
  if (typedIn(shares).some(([, text]) => hundredths(text) === null)) {
    return 'Enter a share up to 100, with at most two decimals.';
  }
  return totalOf(shares) > 10_000 ? 'Ownership can’t total more than 100%.' : null;
}

/** Asks for more owners only if at least 20% is missing, because only owners of 20% or more must be named. */
export function totalText(shares: Shares): string {
  const total = totalOf(shares);
  if (total >= 10_000) return `Ownership totals ${percent(total)}.`;
  const missing = 10_000 - total;
  const more = missing >= 2000 ? ' Does anyone else own 20% or more?' : '';
  return `Ownership totals ${percent(total)}. ${percent(missing)} is missing.${more}`;
}

/** Keeps owners that are not people of the application, for example a holding company. */
export function ownersIn(business: LoanEntity, shares: Shares, owners: readonly Owner[]) {
  const others = ofBusiness(business, owners).filter(({ ownerId }) => !(ownerId in shares));
  const otherOwners = others.map(({ ownerId, share, asOf }) => ({ ownerId, share, asOf }));
  const ownOwners = typedIn(shares).map(([ownerId, text]) => ({
    ownerId,
    share: hundredths(text)! / 100,
    asOf: null,
  }));
  return [...otherOwners, ...ownOwners];
}

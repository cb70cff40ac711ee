export { accountedShare, hasCycle, ownersOf, percentOf, WHOLE } from './shares.ts';
export {
  hiddenShares,
  lockShares,
  replaceOwners,
  rulesFor,
  sharesAbove,
  type GuaranteeRule,
  type OwnershipRow,
} from './store.ts';
export { BORROWING, suggestGuarantors } from './suggest-guarantors.ts';

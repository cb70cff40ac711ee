export { refuseUnfitLabels } from './application-labels.ts';
export { makeEntities, placeOnLoan, recordOnLoans } from './change-entities.ts';
export { BUSINESS_KINDS, changeEntity } from './edit-entity.ts';
export { openerFor } from './identifiers.ts';
export { claimForMember, informationOf, ownIndividual } from './individuals.ts';
export { checkEntityInformation } from './information.ts';
export {
  entitiesOfLoan,
  replaceEntityOnLoan,
  saveLabels,
  unlinkEntity,
  type LoanEntityRow,
} from './loan-entities-store.ts';
export {
  createOnLoan,
  relabelEntity,
  removeEntityFromLoan,
  type NewOnLoan,
} from './loan-entities.ts';
export { entitySeenBy } from './find-entity.ts';
export { entityPolicy, isOwnEntity, type Owned } from './policy.ts';
export { presentLoanEntities } from './present.ts';
export { entityRoutes } from './routes.ts';
export {
  findEntity,
  assignEntityToAccount,
  individualOf,
  visibleEntities,
  type EntityRow,
} from './store.ts';
export {
  BORROWING,
  ownersOf,
  percentOf,
  sharesAbove,
  type OwnershipRow,
} from './ownership/index.ts';
